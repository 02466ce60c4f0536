// What benchmarks/player.py measures inside the page.

window.bench = {
  // The frame of a page has components of its own.
  root: () => {
    const hosts = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')];
    return hosts.map((host) => host.shadowRoot?.querySelector('[data-testid="player"]')).find(Boolean);
  },

  // Milliseconds of decoding, of the first seek to the end, and of seeks from the end to every column.
  // The machine may interrupt any of them, so each column counts with its best of five.
  async seek(engineText, payloadText) {
    const address = URL.createObjectURL(new Blob([engineText], { type: "text/javascript" }));
    const { createReplay, decode, seek } = await import(address);
    const bytes = Uint8Array.from(atob(payloadText), (c) => c.charCodeAt(0));
    const timed = (action) => {
      const start = performance.now();
      action();
      return performance.now() - start;
    };
    let run, replay;
    const decoding = timed(() => (run = decode(bytes)));
    const first = timed(() => {
      replay = createReplay(run, "gptq");
      seek(replay, run.inp);
    });
    const best = Array.from({ length: run.inp }, (_, column) => {
      const times = [1, 2, 3, 4, 5].map(() => {
        seek(replay, run.inp);
        return timed(() => seek(replay, column));
      });
      return Math.min(...times);
    });
    best.sort((a, b) => a - b);
    return { decoding, first, median: best[Math.floor(run.inp / 2)], slowest: best[run.inp - 1] };
  },

  // Frames a second, and the gap that 99 % of the gaps between frames stay below.
  frames: (seconds) =>
    new Promise((done) => {
      const times = [];
      const tick = (now) => {
        times.push(now);
        if (now - times[0] < 1000 * seconds) return requestAnimationFrame(tick);
        const gaps = times.slice(1).map((time, n) => time - times[n]).sort((a, b) => a - b);
        done({ fps: (1000 * gaps.length) / (now - times[0]), slow: gaps[Math.floor(0.99 * gaps.length)] });
      };
      requestAnimationFrame(tick);
    }),

  // Milliseconds from the next change of a widget until the player's new picture is on its way to the screen.
  paintAfterChange() {
    const root = this.root();
    this.painted = new Promise((done) => {
      let start = 0;
      const begin = (event) => {
        if (event.type === "keydown" && event.key !== "Enter") return;
        start ||= performance.now();
      };
      for (const kind of ["keydown", "click"]) document.addEventListener(kind, begin, true);
      const observer = new MutationObserver(() => {
        observer.disconnect();
        for (const kind of ["keydown", "click"]) document.removeEventListener(kind, begin, true);
        // The next frame is drawn after this callback; a message waits until it has been handed on.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - start);
          port2.postMessage(null);
        });
      });
      observer.observe(root, { attributes: true, attributeFilter: ["data-run"] });
    });
  },

  // Press "Next sub-step" again and again, from the start when the end is reached; a frame every ten.
  async steps(count) {
    const root = this.root();
    const button = (name) => root.querySelector(`[data-act="${name}"]`);
    for (let n = 0; n < count; n += 1) {
      button(root.dataset.phase === "done" ? "first" : "forward").click();
      if (n % 10 === 0) await new Promise(requestAnimationFrame);
    }
  },
};
