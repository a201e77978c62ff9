/* Entering: the browser draws the player's part of the lots, unless they type one. */
import { newSeed } from "/static/games/js/api.js";

for (const field of document.querySelectorAll("[data-seed]")) field.value ||= newSeed();
