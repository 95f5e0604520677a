import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { visit } from "./lib/device.svelte";
import { settings, watchSettings } from "./lib/settings.svelte";
import { loadWords } from "./lib/words.svelte";

watchSettings(loadWords);
await Promise.all([loadWords(settings.lang), visit()]);
const target = document.getElementById("app");
if (target) mount(App, { target });

// The worker keeps the shell, so the page opens and can say the truth even when the server is away.
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("./sw.js");
