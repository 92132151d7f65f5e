// Tells the reader when new mail has come; the page itself is only loaded again when they ask for it.
"use strict";
const box = document.querySelector(".mailbox");
const news = document.getElementById("news");
async function look() {
  const query = new URLSearchParams({ after: box.dataset.newest, to: box.dataset.to });
  try {
    const answer = await fetch("/mailbox/newest?" + query);
    if (answer.ok && (await answer.json()).count > 0) { news.hidden = false; return; }
  } catch (gone) { /* the service is being restarted; ask again later */ }
  setTimeout(look, 2000);
}
if (box && news) { setTimeout(look, 1000); }
if (location.hash === "#reply") { document.getElementById("body").focus(); }
