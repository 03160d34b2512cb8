import type { Words } from "../en.ts";

export const buttons: Words["buttons"] = {
  notifyMe: "Mir auch Bescheid geben",
  again: "Noch einmal",
  edit: "Ändern & starten",
  in720p: "In 720p",
  startIt: "Starten",
  cancel: "Abbrechen",
  freshLink: "Neuer Link",
  delete: "Löschen",
  makeVideo: "Video erstellen",
  addKey: "Schlüssel hinzufügen",
  checkKey: "Prüfen",
  replaceKey: "Ersetzen",
  removeKey: "Entfernen",
  changeSettings: "Ändern",
  removeAnyway: "Trotzdem entfernen",
  newer: "Neuere",
  older: "Ältere",
  help: "Hilfe",
  getKey: "Schlüssel holen",
  checkCredits: "Meine Credits ansehen",
};
