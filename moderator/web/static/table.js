// The table: leafing through the game, the map, live news. Everything here also works without, only slower.
import { watchMap } from "./map.js";
import { watchComposer } from "./composer.js";
import { watchMarket } from "./market.js";

const table = document.querySelector(".table");
const game = `/games/${table.dataset.game}`;
const last = Number(table.dataset.seq);
const board = document.querySelector("#board");
let at = Number(table.dataset.at);
let phase = ""; // off-board values of another phase than that of the moment
// The routes drawn over the map while leafing. The best ones are for now alone: finding them may take a while.
let shown = new URLSearchParams(location.search).get("show") === "last" ? "last" : "";

const map = watchMap(board, document.querySelector("#hex-facts"));
const composer = watchComposer(game, map);
watchMarket(document.querySelector("#market"), document.querySelector("#market-facts"), game, () => at);

// ------------------------------------------------------------ leafing

const slider = document.querySelector("#slider");
const moment = document.querySelector("#moment");
const rounds = document.querySelector("#rounds");
const news = document.querySelector("#news");
let asked = 0;
let waiting = null;

async function show(wanted) {
  at = Math.max(0, Math.min(last, wanted));
  slider.value = at;
  const mine = ++asked;
  clearTimeout(waiting);
  // A hand on the slider passes many moments; only the one it rests on is fetched.
  await new Promise((done) => { waiting = setTimeout(done, 40); });
  if (mine !== asked) return;
  const more = `${phase && `&phase=${phase}`}${shown && `&show=${shown}`}`;
  const answer = await fetch(`${game}/moment?at=${at}${more}`).catch(() => null);
  if (!answer || !answer.ok || mine !== asked) return;
  const seen = await answer.json();
  if (mine !== asked) return;
  map.replace(seen.board);
  map.legend(seen.legend);
  document.querySelector("#market").innerHTML = seen.market;
  document.querySelector("#sheet").innerHTML = seen.sheet;
  document.querySelector("#sale").innerHTML = seen.sale;
  moment.textContent = `${seen.round} · ${seen.at}/${last}`;
  for (const option of rounds.options) if (option.textContent === seen.round) option.selected = true;
  if (phases) {
    const here = phases.contains(document.activeElement);
    phases.innerHTML = seen.phases;
    if (here) phases.querySelector("[aria-current]")?.focus();
  }
  looking(at !== last);
  const place = new URLSearchParams(at === last ? {} : { at });
  if (shown) place.set("show", shown);
  history.replaceState(null, "", place.size ? `${game}?${place}` : game);
  await logged(mine);
}

// The log stands where one looks: where its moves don't hold this one, it is told anew from here.
const logs = document.querySelector("#log");
let told = at;
async function logged(mine) {
  const rows = () => [...logs.querySelectorAll(".log li")];
  const here = (row) => Number(row.value) === at;
  if (at === last ? told !== last : at > 0 && !rows().some(here)) {
    const answer = await fetch(`${game}/log?before=${at + 1}`).catch(() => null);
    if (!answer?.ok || mine !== asked) return;
    logs.innerHTML = await answer.text();
    told = at;
  }
  for (const row of rows()) row.classList.toggle("here", here(row));
}

// Whoever leafs is told where they are, and not what is to be done now.
const past = document.querySelector("#past");
function looking(back) {
  map.past(back);
  past.hidden = !back;
  past.querySelector("span").textContent = past.dataset.said.replace("#", at);
  table.classList.toggle("in-past", back);
  document.querySelector(".turn").hidden = back;
  document.querySelector(".compose")?.toggleAttribute("hidden", back);
}
past.querySelector("a").addEventListener("click", (event) => {
  // Where something has happened since, now is another page.
  if (!news.hidden || Number(table.dataset.at) !== last) return;
  event.preventDefault();
  show(last);
});

slider.addEventListener("input", () => show(Number(slider.value)));
rounds.addEventListener("change", () => show(Number(rounds.value)));
document.querySelector("#leaf").addEventListener("submit", (event) => event.preventDefault());
for (const [rel, step] of [["prev", -1], ["next", 1]]) {
  document.querySelector(`.leaf [rel=${rel}]`).addEventListener("click", (event) => {
    event.preventDefault();
    show(at + step);
  });
}
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, textarea, select, #board")) return;
  // What scrolls a page scrolls this one.
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) show(at + (event.shiftKey ? 10 : 1) * step);
  else if (event.key === "Home" && event.shiftKey) show(0);
  else if (event.key === "End" && event.shiftKey) show(last);
});

const phases = document.querySelector(".phases");
function count(link) {
  phase = link?.dataset.phase ?? "";
  for (const one of phases?.querySelectorAll("a") ?? []) {
    if (one === link || (!phase && one.dataset.phase === "")) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
}
phases?.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  count(link);
  show(at);
});

// The last run up to the moment one looks at; leafing goes on showing it.
const routes = document.querySelector("[data-show]");
function draw(kind) {
  shown = kind;
  if (routes) routes.textContent = kind === "last" ? routes.dataset.none : routes.dataset.said;
}
routes?.addEventListener("click", (event) => {
  event.preventDefault();
  draw(shown === "last" ? "" : "last");
  show(at);
});
// What is being composed is drawn as of now.
document.addEventListener("composed", () => {
  count(null);
  draw("");
  map.legend("");
});

document.querySelector(".since")?.addEventListener("click", (event) => {
  event.preventDefault();
  show(Number(event.target.dataset.at));
});
logs.addEventListener("click", async (event) => {
  const number = event.target.closest("[data-at]");
  if (number) {
    event.preventDefault();
    show(Number(number.dataset.at));
    board.scrollIntoView({ block: "nearest", behavior: "smooth" });
    return;
  }
  const older = event.target.closest(".older");
  if (older) {
    event.preventDefault();
    const answer = await fetch(`${game}/log?before=${older.dataset.before}`).catch(() => null);
    if (answer?.ok) older.parentElement.outerHTML = await answer.text();
  }
});

// ------------------------------------------------------------ live

const EVERY = 800;

async function look() {
  if (document.hidden) return;
  const answer = await fetch(`${game}/live`, { cache: "no-cache" }).catch(() => null);
  if (answer?.status === 404) {
    // Whoever is signed out elsewhere no longer sees a private table; asking on would not bring it back.
    clearInterval(listening);
    composer.ended?.();
  }
  if (!answer || !answer.ok) return;
  const now = await answer.json();
  if (now.seq === last && String(now.turn) === table.dataset.turn && now.news === table.dataset.news) return;
  // Whoever is writing or leafing is told; everybody else simply sees it.
  if (composer.busy() || talk?.value.trim() || at !== last) {
    if (news.hidden) document.title = `● ${document.title}`;
    news.hidden = false;
    return;
  }
  // Bots are quick: an answer that was shown a moment ago may still be read. A link to a moment would stay at it.
  if (sent && performance.now() < LOOKED_AT) location.replace(`${game}?sent=${sent}#answer`);
  else if (new URLSearchParams(location.search).has("at")) location.replace(game);
  else location.reload();
}

const LOOKED_AT = 8_000;
const talk = document.querySelector("#said");
const pending = document.querySelector("[data-waiting]");
// What became of something is said once: whoever loads the page again sees the table as it is.
const sent = pending ? null : new URLSearchParams(location.search).get("sent");
if (sent || new URLSearchParams(location.search).has("empty")) history.replaceState(null, "", game);
const listening = setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
if (pending) setTimeout(() => location.reload(), 1500);

const paper = document.querySelector("#print");
paper.hidden = false;
paper.addEventListener("click", () => print());
