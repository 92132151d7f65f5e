// A table at which seats are still taken: whoever waits sees others come, and the game begin.
const said = document.querySelector("#waiting").dataset;
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(`/games/${said.game}/live`, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return;
  const now = await answer.json();
  if (now.status !== said.status || now.news !== said.news) location.reload();
}, 2000);
