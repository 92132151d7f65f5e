// The composer: a click writes a line of the orders, every change is tried on the server, and sending happens once.

const PATIENCE = 350;

export function watchComposer(game, map) {
  const holder = document.querySelector("#panel");
  const atHex = document.querySelector("#at-hex");
  if (!holder) return { busy: () => false };

  let asked = 0;
  let timer = null;
  let sending = false;
  let painting = null; // the train that is being given a route
  let routes = [];
  let fleet = [];

  const form = () => holder.querySelector("form");
  const text = () => holder.querySelector("#orders");

  // What was written outlives a reload, a lost sign-in and a closed tab of the same window, as long as it is for this turn.
  const draft = {
    name: `waybill draft ${game}`,
    keep() {
      const turn = form().elements.turn.value;
      try { sessionStorage.setItem(draft.name, JSON.stringify({ turn, text: text().value })); } catch { /* no room, no draft */ }
    },
    drop() { try { sessionStorage.removeItem(draft.name); } catch { /* nothing was kept */ } },
    find() {
      try {
        const kept = JSON.parse(sessionStorage.getItem(draft.name) ?? "null");
        return kept && kept.turn === form().elements.turn.value ? kept.text : "";
      } catch { return ""; }
    },
  };

  function refresh() {
    const lays = [...holder.querySelectorAll(".lays .at")].map((one) => one.dataset.hex);
    const stations = [...holder.querySelectorAll("span.at")].map((one) => one.dataset.hex);
    map.mark({ lays, stations });
    for (const hidden of holder.querySelectorAll(".paint, .span")) hidden.hidden = false;
  }

  async function tryOut(more = {}) {
    clearTimeout(timer);
    const mine = ++asked;
    holder.setAttribute("aria-busy", "true");
    draft.keep();
    const data = new FormData(form());
    data.set("script", "1");
    for (const [name, value] of Object.entries(more)) data.set(name, value);
    const answer = await fetch(`${game}/compose`, { method: "POST", body: data }).catch(() => null);
    if (mine !== asked) return;
    if (!answer || !answer.ok) {
      holder.setAttribute("aria-busy", "false");
      say(answer ? String(answer.status) : "…");
      return;
    }
    const found = await answer.json();
    if (mine !== asked) return;
    const writing = document.activeElement === text();
    const [begin, end] = [text().selectionStart, text().selectionEnd];
    holder.innerHTML = found.panel;
    if (writing) {
      text().focus({ preventScroll: true });
      text().setSelectionRange(begin, end);
    }
    map.replace(found.board);
    document.dispatchEvent(new Event("composed"));
    refresh();
    atHex.hidden = true;
    holder.setAttribute("aria-busy", "false");
  }

  function say(what) {
    const status = holder.querySelector(".came");
    if (status) status.textContent = what;
  }

  // A line goes behind those that stand; what was refused makes room for it.
  function write(order) {
    const lines = text().value.split("\n").filter((line) => line.trim());
    const said = [...holder.querySelectorAll(".came .lines li")];
    const bad = said.findIndex((line) => line.classList.contains("bad"));
    if (bad >= 0 && said.length === lines.length) lines.splice(bad);
    text().value = [...lines, order].join("\n");
    tryOut();
  }

  function paint(hex) {
    const route = (routes[painting] ??= []);
    // The last stop again takes it back.
    if (route[route.length - 1] === hex) route.pop();
    else route.push(hex);
    const said = fleet.map((train, n) => (routes[n]?.length > 1 ? `${train}: ${routes[n].join("-")}` : null)).filter(Boolean);
    const lines = text().value.split("\n").filter((line) => line.trim() && !/^run\b/i.test(line.trim()));
    map.mark({ painted: routes.flat() });
    if (!said.length) return;
    text().value = [...lines, `run ${said.join(", ")}`].join("\n");
    tryOut().then(press);
  }

  function press() {
    for (const one of holder.querySelectorAll("[data-train]")) {
      one.setAttribute("aria-pressed", String(Number(one.dataset.train) === painting));
    }
    map.mark({ painted: routes.flat() });
  }

  map.choose((hex) => {
    if (painting !== null) return paint(hex);
    const here = holder.querySelectorAll(`.at[data-hex="${CSS.escape(hex)}"]`);
    atHex.replaceChildren(...[...here].map((one) => one.cloneNode(true)));
    atHex.hidden = !here.length;
    atHex.querySelector("button")?.focus({ preventScroll: true });
  });

  function clicked(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.train !== undefined) {
      fleet = holder.querySelector(".paint").dataset.fleet.split(" ");
      painting = painting === Number(button.dataset.train) ? null : Number(button.dataset.train);
      press();
      return;
    }
    if (button.dataset.stem) {
      const amount = button.parentElement.querySelector("input");
      if (amount.reportValidity()) write(`${button.dataset.stem} ${amount.value}`);
      return;
    }
    if (button.name === "add") {
      event.preventDefault();
      painting = null;
      routes = [];
      write(button.value);
    } else if (button.name === "remove" || button.name === "advice") {
      event.preventDefault();
      tryOut({ [button.name]: "1" });
    } else if (button.type === "submit" && !button.getAttribute("formaction")) {
      event.preventDefault();
      tryOut();
    }
  }

  holder.addEventListener("click", clicked);
  atHex.addEventListener("click", clicked);
  holder.addEventListener("input", (event) => {
    if (event.target.id !== "orders") return;
    clearTimeout(timer);
    draft.keep();
    holder.setAttribute("aria-busy", "true");
    timer = setTimeout(tryOut, PATIENCE);
  });
  holder.addEventListener("submit", (event) => {
    // A second click while the first is under way is no second mail, and neither is an empty sheet.
    if (sending || !text().value.trim()) event.preventDefault();
    else if (event.submitter?.getAttribute("formaction")) sending = true;
  });
  // Whoever comes back by the browser's own button may send again; the sheet's name keeps it one mail.
  window.addEventListener("pageshow", () => { sending = false; });

  // Answered is answered: a draft is for what did not arrive.
  if (document.querySelector("#answer.good")) draft.drop();
  else if (!text().value && draft.find()) {
    text().value = draft.find();
    tryOut();
  }
  refresh();
  return { busy: () => sending || text().value.trim() !== "" };
}
