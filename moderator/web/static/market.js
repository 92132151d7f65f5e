// The market: pointing at a marker draws the way its price went, round by round.

const SVG = "http://www.w3.org/2000/svg";

export function watchMarket(frame, facts, game, moment) {
  const first = facts.textContent;
  let known = null; // the ways of one moment
  let knownAt = null;

  async function ways() {
    const at = moment();
    if (knownAt !== at) {
      const answer = await fetch(`${game}/ways?at=${at}`).catch(() => null);
      if (!answer?.ok) return {};
      [known, knownAt] = [await answer.json(), at];
    }
    return known;
  }

  function line(way) {
    const drawn = document.createElementNS(SVG, "g");
    for (const [name, wide] of [["halo", 7], ["way", 3.5]]) {
      const path = document.createElementNS(SVG, "polyline");
      path.setAttribute("points", way.points.map((one) => one.join(",")).join(" "));
      path.setAttribute("class", name);
      path.setAttribute("fill", "none");
      path.setAttribute("stroke", name === "way" ? way.colour : "#fff");
      path.setAttribute("stroke-width", wide);
      path.setAttribute("stroke-linejoin", "round");
      drawn.append(path);
    }
    for (const [x, y] of way.points.slice(0, -1)) {
      const dot = document.createElementNS(SVG, "circle");
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: 4, fill: way.colour, stroke: "#fff" })) dot.setAttribute(name, value);
      drawn.append(dot);
    }
    return drawn;
  }

  async function show(space) {
    const holder = frame.querySelector(".ways");
    if (!space) {
      holder?.replaceChildren();
      facts.textContent = first;
      return;
    }
    const found = await ways();
    const here = space.dataset.companies.split(" ").filter((one) => found[one]);
    if (!space.isConnected) return;
    holder.replaceChildren(...here.map((one) => line(found[one])));
    facts.textContent = here.map((one) => `${one}: ${found[one].prices.join(" → ")}`).join(" · ");
  }

  const over = (event) => show(event.target.closest(".space"));
  for (const name of ["pointerover", "focusin"]) frame.addEventListener(name, over);
  for (const name of ["pointerleave", "focusout"]) frame.addEventListener(name, () => show(null));
}
