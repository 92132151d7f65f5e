// The composer: a click writes a line of the orders, every change is tried on the server, and sending happens once.

const PATIENCE = 350;
// Nobody waits longer for an answer; what is sent again after it is the same mail.
const LONGEST = 20_000;
const AGAIN = 3_000;
// What somebody is told whose sign-in has ended; a private table is not there for them at all.
const ENDED = [403, 404];

export function watchComposer(game, map) {
  const holder = document.querySelector("#panel");
  const atHex = document.querySelector("#at-hex");
  if (!holder) return { busy: () => false };

  const troubles = [...document.querySelectorAll("[data-trouble]")];
  let asked = 0;
  let timer = null;
  let later = null; // the next try after one that got no answer
  let sending = false;
  let unsent = false; // it was to be sent, and no answer came: that stays said until it is sent or changed
  let painting = null; // the train that is being given a route
  let routes = []; // the stops clicked for each train
  let given = []; // what the run line says of each train
  let fleet = [];
  let runs = ""; // how a run is written in the reader's words
  let used = new WeakSet(); // a double click writes one line; the next panel has buttons of its own

  const again = (button) => used.has(button) || !used.add(button);

  const form = () => holder.querySelector("form");
  const text = () => holder.querySelector("#orders");

  // What was written outlives a reload, a lost connection and a lost sign-in, and others' moves too: it is tried again on
  // the position there is. Its name stays with it, so that what did arrive is not played twice.
  const draft = {
    // Two people may take turns at one browser.
    name: `waybill draft ${game} ${document.querySelector(".table").dataset.me}`,
    keep(mail = "") {
      const { seq, nonce } = form().elements;
      const kept = { text: text().value, seq: seq.value, nonce: nonce.value, mail, unsent };
      try { sessionStorage.setItem(draft.name, JSON.stringify(kept)); } catch { /* no room, no draft */ }
    },
    drop() { try { sessionStorage.removeItem(draft.name); } catch { /* nothing was kept */ } },
    find() {
      try { return JSON.parse(sessionStorage.getItem(draft.name) ?? "null"); } catch { return null; }
    },
  };

  function refresh() {
    const lays = [...holder.querySelectorAll(".lays .at")].map((one) => one.dataset.hex);
    const stations = [...holder.querySelectorAll("span.at")].map((one) => one.dataset.hex);
    map.mark({ lays, stations });
    for (const hidden of holder.querySelectorAll(".paint, .span")) hidden.hidden = false;
    follow();
    tellBest();
  }

  // What the best run earns takes a while to find; the page does not wait for it.
  async function tellBest() {
    const place = holder.querySelector("[data-best]");
    const answer = place && await post("best", filled({}));
    if (answer?.ok && place.isConnected) place.textContent = (await answer.json()).gets;
  }

  const post = (where, data) =>
    fetch(`${game}/${where}`, { method: "POST", body: data, signal: AbortSignal.timeout(LONGEST) }).catch(() => null);

  function filled(more) {
    const data = new FormData(form());
    data.set("script", "1");
    for (const [name, value] of Object.entries(more)) data.set(name, value);
    return data;
  }

  const say = (kind) => { for (const one of troubles) one.hidden = one.dataset.trouble !== kind; };

  // Says why there is no answer; nothing where there is one.
  function trouble(answer) {
    const lost = unsent ? "unsent" : "lost";
    const kind = !answer ? lost : answer.ok ? "" : ENDED.includes(answer.status) ? "ended" : "broken";
    say(kind || (unsent ? "unsent" : ""));
    clearTimeout(later);
    if (!answer) later = setTimeout(tryAgain, AGAIN);
    return kind !== "";
  }

  async function tryOut(more = {}, { seen } = {}) {
    clearTimeout(timer);
    clearTimeout(later);
    const mine = ++asked;
    if (seen === undefined) unsent = false;
    holder.setAttribute("aria-busy", "true");
    draft.keep();
    const answer = await post("compose", filled(more));
    if (mine !== asked) return;
    if (trouble(answer)) {
      holder.setAttribute("aria-busy", "false");
      return;
    }
    const found = await answer.json();
    if (mine !== asked) return;
    const writing = document.activeElement === text();
    // What was chosen is gone with the old panel; whoever has only keys goes on where its result is told.
    const chose = [holder, atHex].some((one) => one.contains(document.activeElement));
    const [begin, end] = [text().selectionStart, text().selectionEnd];
    holder.innerHTML = found.panel;
    // What nobody has changed since is still for the position it was written for.
    if (seen !== undefined) form().elements.seq.value = seen;
    draft.keep();
    if (writing) {
      text().focus({ preventScroll: true });
      text().setSelectionRange(begin, end);
    } else if (chose) holder.querySelector(".came").focus({ preventScroll: true });
    map.replace(found.board);
    document.dispatchEvent(new Event("composed"));
    refresh();
    atHex.hidden = true;
    holder.setAttribute("aria-busy", "false");
  }

  function tryAgain() {
    if (!sending) tryOut({}, { seen: form().elements.seq.value });
  }

  async function send() {
    sending = true;
    clearTimeout(timer);
    clearTimeout(later);
    asked += 1;
    holder.setAttribute("aria-busy", "true");
    draft.keep();
    const answer = await post("send", filled({}));
    if (answer?.ok) {
      unsent = false;
      const { url, mail, done, sure } = await answer.json();
      if (sure) {
        // It was sent before the page could say that it ends the game: now it does.
        sending = false;
        await tryOut();
        form().elements.sure?.focus();
        return;
      }
      if (done) draft.drop();
      else draft.keep(String(mail));
      const here = location.pathname + location.search;
      // The same answer once more is a page one has already.
      if (url.startsWith(`${here}#`)) location.reload();
      else location.assign(url);
      return;
    }
    sending = false;
    unsent = !answer;
    draft.keep();
    holder.setAttribute("aria-busy", "false");
    trouble(answer);
  }

  // A line goes behind those that stand; what was refused makes room for it.
  function standing() {
    const lines = text().value.split("\n").filter((line) => line.trim());
    const said = [...holder.querySelectorAll(".came .lines li")];
    const bad = said.findIndex((line) => line.classList.contains("bad"));
    if (bad >= 0 && said.length === lines.length) lines.splice(bad);
    return lines;
  }

  function write(order) {
    text().value = [...standing(), order].join("\n");
    tryOut();
  }

  // The run that is painted, as it stands in the orders: its line and what that says of each train. A run that was
  // accepted while another is to be made is another company's.
  function runLine() {
    const [before, behind] = runs.split("{routes}");
    const told = [...holder.querySelectorAll(".came .lines li")];
    const lines = text().value.split("\n").map((line) => line.trim()).filter(Boolean);
    const ours = (line) => line.startsWith(before) && line.endsWith(behind);
    let at = lines.findLastIndex((line) => ours(line) || /^run\b/i.test(line));
    const open = holder.querySelector(".paint")?.dataset.open !== undefined;
    const good = told[at]?.classList.contains("good") && told[at].querySelector("code").textContent.trim() === lines[at];
    if (at >= 0 && open && good) at = -1;
    const found = [];
    if (at >= 0) {
      const body = ours(lines[at]) ? lines[at].slice(before.length, lines[at].length - behind.length) : lines[at].slice(3);
      const parts = body.split(",").map((part) => part.trim().replace(/\s*:\s*/, ": "));
      const place = (part, fits) => {
        const n = fleet.findIndex((train, one) => !found[one] && part.startsWith(`${train}: `) && fits(one));
        if (n >= 0) found[n] = part;
        return n >= 0;
      };
      const left = parts.filter((part) => !place(part, (n) => given[n] === part));
      // A line that is no list of routes, as "run best", makes room for what is painted.
      if (!left.every((part) => place(part, () => true))) found.length = 0;
    }
    return { lines, at, found };
  }

  const said = (n) => `${fleet[n]}: ${routes[n].join("-")}`;

  // What was painted is what stands in the orders, whoever wrote or took away the line.
  function follow() {
    const paints = holder.querySelector(".paint")?.dataset;
    if (!paints) [painting, routes, given] = [null, [], []];
    else {
      [fleet, runs] = [paints.fleet.split(" "), paints.form];
      given = runLine().found;
      routes = fleet.map((_, n) => {
        const stops = routes[n] ?? [];
        const begun = n === painting && stops.length < 2;
        return begun || (stops.length && given[n] === said(n)) ? stops : [];
      });
    }
    press();
  }

  function paint(hex) {
    follow();
    const route = routes[painting];
    // The last stop again takes it back.
    const back = route[route.length - 1] === hex;
    if (back) route.pop();
    else route.push(hex);
    map.mark({ painted: routes.flat() });
    if (route.length < 2 && !(back && given[painting])) return;
    const { lines, at, found } = runLine();
    found[painting] = route.length > 1 ? said(painting) : "";
    given = found;
    const parts = fleet.map((_, n) => found[n]).filter(Boolean);
    const line = parts.length ? [runs.replace("{routes}", parts.join(", "))] : [];
    lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, ...line);
    text().value = lines.join("\n");
    tryOut();
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
    // Where track is asked for, a hex that can't have any says so, in sight of the hex.
    const nothing = !here.length && holder.querySelector("form")?.dataset.nothing;
    if (nothing) atHex.textContent = nothing.replace("{hex}", hex);
    atHex.hidden = !here.length && !nothing;
    if (atHex.hidden) return;
    map.reveal(hex, atHex);
    atHex.querySelector("button")?.focus({ preventScroll: true });
  });

  // Pointing at a tile, or going to it with the keys, shows it where it would lie.
  function preview(tile) {
    if (tile) map.preview(tile.closest(".at").dataset.hex, tile.querySelector("img").src);
    else map.preview(null);
  }
  const tileAt = (node) => node?.closest?.("button.tile");
  for (const place of [holder, atHex]) {
    for (const name of ["pointerover", "focusin"]) {
      place.addEventListener(name, (event) => { if (tileAt(event.target)) preview(tileAt(event.target)); });
    }
    // Whoever points no longer sees what the keys are at.
    place.addEventListener("pointerout", (event) => { if (tileAt(event.target)) preview(tileAt(document.activeElement)); });
    place.addEventListener("focusout", (event) => { if (tileAt(event.target)) preview(null); });
  }
  atHex.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    atHex.hidden = true;
    map.preview(null);
    document.querySelector("#board").focus({ preventScroll: true });
  });
  // A row that is wider than the map is moved by the wheel.
  atHex.addEventListener("wheel", (event) => {
    const row = event.target.closest(".tiles");
    if (!row || row.scrollWidth <= row.clientWidth || event.deltaX) return;
    event.preventDefault();
    row.scrollLeft += event.deltaY;
  }, { passive: false });

  function clicked(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.train !== undefined) {
      const train = Number(button.dataset.train);
      painting = painting === train ? null : train;
      follow();
      // Its route is begun anew; the one that is written stands until there is another.
      if (painting !== null) routes[painting] = [];
      press();
      return;
    }
    if (button.dataset.form) {
      const amount = button.parentElement.querySelector("input");
      if (amount.reportValidity() && !again(button)) write(button.dataset.form.replace("{}", amount.value));
      return;
    }
    if (button.name === "add") {
      event.preventDefault();
      if (again(button)) return;
      painting = null;
      routes = [];
      write(button.value);
    } else if (button.name === "gather") {
      event.preventDefault();
      if (again(button)) return;
      text().value = standing().join("\n");
      tryOut({ gather: "1" });
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
    used = new WeakSet();
    if (event.target.id !== "orders") return;
    clearTimeout(timer);
    if (!text().value.trim()) painting = null;
    follow();
    draft.keep();
    holder.setAttribute("aria-busy", "true");
    timer = setTimeout(tryOut, PATIENCE);
  });
  // Enter in a field means the button beside it; nobody sends a turn by giving an amount.
  holder.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    event.target.closest(".span, .gather")?.querySelector("button")?.click();
  });
  holder.addEventListener("submit", (event) => {
    // A second click while the first is under way is no second mail, and neither is an empty sheet.
    event.preventDefault();
    if (sending) return;
    if (text().value.trim()) send();
    else {
      say("empty");
      text().focus();
    }
  });
  window.addEventListener("online", () => { if (troubles.some((one) => ["lost", "unsent"].includes(one.dataset.trouble) && !one.hidden)) tryAgain(); });
  // Whoever comes back by the browser's own button sees the table as it is now.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // A draft is for what did not arrive, or was answered with a no.
  const answered = document.querySelector("#answer:not([data-waiting])");
  const kept = draft.find();
  const its = answered && kept?.mail === new URLSearchParams(location.search).get("sent");
  if (its && answered.classList.contains("good")) draft.drop();
  else if (!text().value && kept?.text) {
    text().value = kept.text;
    if (!its) form().elements.nonce.value = kept.nonce;
    form().elements.seq.value = kept.seq;
    unsent = !its && Boolean(kept.unsent);
    tryOut({}, { seen: kept.seq });
  }
  refresh();
  return { busy: () => sending || text().value.trim() !== "", ended: () => say("ended") };
}
