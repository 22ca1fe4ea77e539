// What the site adds to JupyterLite: a line while Python starts, and `&page`: run the notebook and show its outputs only.
(() => {
  const asked = new URLSearchParams(location.search);
  const asPage = asked.has("page");
  const words = {
    en: "Python is starting in your browser: up to half a minute the first time. You can read on meanwhile.",
    fr: "Python démarre dans le navigateur : jusqu’à une demi-minute la première fois. La lecture peut déjà commencer.",
    sv: "Python startar i webbläsaren: upp till en halv minut första gången. Läs gärna vidare så länge.",
  };
  const language = asked.get("hl") || (navigator.language || "en").slice(0, 2);
  const seconds = 1000;
  if (asPage) {
    const style = document.createElement("style");
    style.textContent = `
      #top-panel-wrapper, #menu-panel-wrapper, #menu-panel, #top-panel, #spacer-widget-top, #spacer-widget-bottom,
      .jp-NotebookPanel-toolbar, .jp-Notebook .jp-InputArea, .jp-InputPrompt, .jp-OutputPrompt, .jp-Collapser,
      .jp-Notebook-footer, .jp-Toolbar, #jp-top-bar, .jp-SkipLink { display: none !important; }
      #main-panel, .jp-NotebookPanel, .jp-Notebook, #rootElement, #main { padding: 0 !important; box-shadow: none !important; }
      .jp-Notebook .jp-Cell { padding: 0 .5rem !important; border: 0 !important; }
      .jp-MarkdownCell { display: none !important; }
      .jp-OutputArea-output { padding: 0 !important; }
      .jp-WindowedPanel-outer { padding: 0 !important; }`;
    document.addEventListener("DOMContentLoaded", () => document.head.append(style));
    if (!document.querySelector("meta[name=viewport]")) {
      const view = Object.assign(document.createElement("meta"), { name: "viewport", content: "width=device-width, initial-scale=1" });
      document.head.append(view);
    }
  }
  const line = Object.assign(document.createElement("p"), { id: "cardlib-starting", textContent: words[language] || words.en });
  line.setAttribute("role", "status");
  line.style.cssText =
    "position:fixed;inset:auto 0 0 0;margin:0;padding:.6rem 1rem;z-index:99999;background:#14403a;color:#fff;" +
    "font:1rem/1.4 system-ui,sans-serif;text-align:center";
  document.addEventListener("DOMContentLoaded", () => document.body.append(line));

  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const panel = () => window.jupyterapp?.shell?.currentWidget ?? null;
  const started = async () => {
    for (;;) {
      const kernel = panel()?.sessionContext?.session?.kernel;
      if (kernel && (kernel.status === "idle" || kernel.status === "busy")) {
        await kernel.info; // the answer to the first question means that Python runs
        return;
      }
      await wait(0.2 * seconds);
    }
  };
  const main = async () => {
    await started();
    if (asPage) await window.jupyterapp.commands.execute("notebook:run-all-cells");
    line.remove();
  };
  window.addEventListener("load", () => void main());
})();
