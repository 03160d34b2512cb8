import type { Words } from "../en.ts";

export const buttons: Words["buttons"] = {
  notifyMe: "Me prévenir aussi",
  again: "Refaire",
  edit: "Modifier et lancer",
  in720p: "En 720p",
  startIt: "Lancer",
  cancel: "Annuler",
  freshLink: "Nouveau lien",
  delete: "Supprimer",
  makeVideo: "Créer une vidéo",
  addKey: "Ajouter ma clé",
  checkKey: "Vérifier",
  replaceKey: "Remplacer",
  removeKey: "Supprimer",
  changeSettings: "Modifier",
  removeAnyway: "Supprimer quand même",
  newer: "Plus récentes",
  older: "Plus anciennes",
  help: "Aide",
  getKey: "Obtenir une clé",
  checkCredits: "Voir mes crédits",
};
