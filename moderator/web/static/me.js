// The zone the browser is in, to be taken over with one click; nothing is sent before it is saved.
const here = document.querySelector("#here");
const zone = document.querySelector("#zone");
const found = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (here && zone && found && zone.value !== found) {
  const button = here.querySelector("button");
  button.textContent = found;
  button.addEventListener("click", () => {
    zone.value = found;
    zone.form.requestSubmit();
  });
  here.hidden = false;
}
