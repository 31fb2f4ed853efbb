// The pages work without this, but for the keys in the grid, Shift and click, and what comes by itself.
"use strict";
(() => {
  const REFRESH_MS = 60000;
  const grid = document.getElementById("grid");

  const say = (text) => {
    const said = document.getElementById("said");
    if (said) said.textContent = text;
  };

  const pageOf = async (url) => {
    const reply = await fetch(url);
    return new DOMParser().parseFromString(await reply.text(), "text/html");
  };

  // A slot of the overview is to run again.
  const rerun = async (link) => {
    const slot = link.dataset.slotId;
    try {
      const body = new URLSearchParams({ id: slot, plain: "1" });
      const reply = await fetch("/ui/rerun", { method: "POST", body });
      if (!reply.ok) throw new Error(await reply.text());
      link.textContent = "rrun";
      link.parentElement.className = "slot asked";
      say("Will run again: " + slot);
    } catch (error) {
      say("Rerun of " + slot + ": " + error.message);
    }
  };

  // The links of each row that has any, with their columns.
  const linkRows = () =>
    Array.from(grid.rows, (row) =>
      Array.from(row.cells)
        .map((cell) => ({ column: cell.cellIndex, link: cell.querySelector("a") }))
        .filter((place) => place.link)
    ).filter((row) => row.length > 0);

  // The grid is one stop of the Tab key: at this link.
  let stop = null;
  let column = 1;
  const stopAt = (link) => {
    if (stop) stop.tabIndex = -1;
    stop = link;
    if (link) link.tabIndex = 0;
  };
  const makeStops = () => {
    const links = Array.from(grid.querySelectorAll("a"));
    for (const link of links) link.tabIndex = -1;
    stop = null;
    stopAt(links[0] || null);
  };

  const nearest = (row) =>
    row.reduce((best, place) => (Math.abs(place.column - column) < Math.abs(best.column - column) ? place : best));

  const placeFor = (event) => {
    const rows = linkRows();
    const y = rows.findIndex((row) => row.some((place) => place.link === event.target));
    if (y < 0) return null;
    const row = rows[y];
    const x = row.findIndex((place) => place.link === event.target);
    switch (event.key) {
      case "ArrowLeft":
        return row[x - 1];
      case "ArrowRight":
        return row[x + 1];
      case "ArrowUp":
        return rows[y - 1] && nearest(rows[y - 1]);
      case "ArrowDown":
        return rows[y + 1] && nearest(rows[y + 1]);
      case "Home":
        return event.ctrlKey ? rows[0][0] : row[0];
      case "End":
        return event.ctrlKey ? rows[rows.length - 1].slice(-1)[0] : row[row.length - 1];
      default:
        return null;
    }
  };

  const go = (event) => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const place = placeFor(event);
    if (!place) return;
    event.preventDefault();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") column = place.column;
    place.link.focus();
  };

  // What somebody has the focus on keeps it, if it is still there.
  const refresh = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const fresh = (await pageOf(location.href)).getElementById("grid");
      if (!fresh) return;
      const focused = grid.contains(document.activeElement) ? document.activeElement : null;
      const same = (link) =>
        focused.dataset.slotId ? link.dataset.slotId === focused.dataset.slotId : link.href === focused.href;
      grid.replaceChildren(...fresh.childNodes);
      makeStops();
      const again = focused && Array.from(grid.querySelectorAll("a")).find(same);
      if (again) again.focus({ preventScroll: true });
    } catch (error) {
      say("The server does not answer; this page may be out of date.");
    }
  };

  if (grid) {
    makeStops();
    grid.addEventListener("keydown", go);
    grid.addEventListener("focusin", (event) => {
      if (event.target.matches("a")) stopAt(event.target);
    });
    grid.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-slot-id]");
      if (!link || !event.shiftKey) return;
      event.preventDefault();
      rerun(link);
    });
    if (grid.dataset.now) setInterval(refresh, REFRESH_MS);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-confirm]");
    if (button && !window.confirm(button.dataset.confirm)) event.preventDefault();
  });

  // Parts of a page that may wait for other servers.
  for (const link of document.querySelectorAll("a[data-load]")) {
    const place = link.parentElement;
    pageOf(link.href)
      .then((page) => {
        const part = page.querySelector(link.dataset.load) || page.querySelector(".problem");
        if (part) place.replaceWith(part);
      })
      .catch(() => {});
  }
})();
