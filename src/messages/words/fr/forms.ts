import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "Enregistrer",
  makeIt: "Créer",
  key: {
    title: "Votre clé API",
    note: "Personne d’autre ne voit ce formulaire. La clé est testée sans dépenser de crédits et conservée chiffrée.",
    label: "Clé API",
    hint: "Dans votre tableau de bord chez le service vidéo",
  },
  makeVideo: "Créer une vidéo",
  creditsAreTaken: "Les crédits sont débités au lancement et rendus si la vidéo échoue.",
  newVideo: "Cela crée une nouvelle vidéo. Les crédits sont débités au lancement et rendus si elle échoue.",
  edit: "Modifier et lancer",
  pictureAgain: "Ajouter l’image",
  risk: (atMost) => `La première a peut-être déjà coûté jusqu’à ${credits(atMost)}. Celle-ci sera débitée en plus.`,
  prompt: "Prompt",
  promptHint: "Ce qui doit se passer dans la vidéo",
  ratio: "Format",
  duration: "Durée",
  resolution: "Résolution et prix",
  picture: "Image",
  address: "Adresse d’une image",
  hints: {
    upload: "Facultatif. Une image à animer, 5 Mo max.",
    address: "Facultatif. L’adresse (https://…) d’une image à animer, 5 Mo max.",
    uploadKept: "Facultatif. Si le champ reste vide, l’image précédente est utilisée. 5 Mo max.",
    uploadEmpty: "Facultatif. 5 Mo max.",
    addressEmpty: "Facultatif. https://…, 5 Mo max.",
    gone: "L’image précédente ne s’ouvre plus. Ajoutez-la de nouveau, ou une autre, 5 Mo max.",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9 (paysage)", "9:16": "9:16 (portrait)" },
  asPicture: "Comme l’image",
  duration: (seconds) => `${seconds} secondes`,
  resolution: (resolution, ten, fifteen) => `${resolution} (${ten} crédits pour 10 s, ${fifteen} pour 15 s)`,
  ping: {
    on: "Activées",
    off: "Désactivées",
    channel: "Activées, et aussi dans le canal",
  },
  attach: { yes: "La lire dans la carte si possible", no: "Le lien seulement" },
  attachInThread: "La lire dans le fil de la carte si possible",
  visibility: { here: "Tout le monde ici voit la carte", private: "Moi seulement" },
  confirmAbove: {
    always: () => "Toujours",
    above: (most) => `Au-delà de ${credits(most)}`,
    never: () => "Jamais",
  },
};

export const settings: Words["settings"] = {
  yours: "Vos réglages",
  saved: "Vos réglages sont enregistrés",
  note: "Réglages par défaut de vos vidéos.",
  first: "Les options d’une demande priment sur ces réglages, et une image garde son propre format.",
  labels: {
    ratio: "Format",
    duration: "Durée",
    resolution: "Résolution",
    ping: "Notifications",
    attach: "Fichier de la vidéo",
    visibility: "Visibilité",
    confirm_above: "Demander confirmation",
  },
  line: (label, chosen) => `${label} : ${chosen}`,
  or: " ou ",
  bad: (given, allowed) => `« ${given} » ne fait pas partie des choix. Choisissez ${allowed}.`,
  nothingChanged: "Rien n’a été modifié",
};
