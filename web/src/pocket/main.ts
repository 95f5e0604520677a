/** The same app without a server. */

import "../app.css";
import { mount } from "svelte";
import App from "../App.svelte";
import { moveTo } from "../lib/house";
import { settings, watchSettings } from "../lib/settings.svelte";
import { loadWords } from "../lib/words.svelte";
import { PocketHouse } from "./home";

watchSettings();
const house = new PocketHouse(null);
house.onstage = (message) => console.info(JSON.stringify(message));
moveTo(house);
await loadWords(settings.lang);
const target = document.getElementById("app");
if (target) mount(App, { target });
