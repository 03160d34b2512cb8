import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "Enregistrer",
  makeIt: "Créer",
  key: {
    title: "Ta clé API",
    note: "Tu es la seule personne à voir ce formulaire. La clé est testée sans dépenser de crédits et conservée chiffrée.",
    label: "Clé API",
    hint: "Du tableau de bord de ton compte chez le service vidéo",
  },
  makeVideo: "Créer une vidéo",
  creditsAreTaken: "Les crédits sont débités au lancement et rendus si la vidéo échoue.",
  newVideo: "Cela crée une nouvelle vidéo. Les crédits sont débités au lancement et rendus si elle échoue.",
  edit: "Modifier et lancer",
  pictureAgain: "Redonner l’image",
  risk: (atMost) => `La première a peut-être déjà coûté jusqu’à ${credits(atMost)}. Celle-ci coûte de nouveau.`,
  prompt: "Prompt",
  promptHint: "Ce qui doit se passer dans la vidéo",
  ratio: "Format",
  duration: "Durée",
  resolution: "Résolution et prix",
  picture: "Image",
  address: "Adresse d’une image",
  hints: {
    upload: "Facultatif. Une image à animer, 5 Mo max.",
    address: "Facultatif. L’adresse (https://…) d’une image à animer, 5 Mo max.",
    uploadKept: "Facultatif. Si le champ reste vide, l’image précédente est utilisée. 5 Mo max.",
    uploadEmpty: "Facultatif. 5 Mo max.",
    addressEmpty: "Facultatif. https://…, 5 Mo max.",
    gone: "L’image précédente ne s’ouvre plus. Ajoute-la de nouveau, ou une autre, 5 Mo max.",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9 (paysage)", "9:16": "9:16 (portrait)" },
  asPicture: "Comme l’image",
  duration: (seconds) => `${seconds} secondes`,
  resolution: (resolution, ten, fifteen) => `${resolution} (${ten} crédits pour 10 s, ${fifteen} pour 15 s)`,
  ping: {
    on: "Me prévenir quand une vidéo est terminée",
    off: "Seulement changer la carte",
    channel: "Me prévenir, et le montrer aussi dans le canal",
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
  yours: "Tes réglages",
  saved: "Tes réglages sont enregistrés",
  note: "Comment sont tes vidéos quand tu ne dis rien d’autre.",
  first: "Ce que tu dis dans une demande passe d’abord, et le format d’une image passe avant le format choisi ici.",
  labels: {
    ratio: "Format",
    duration: "Durée",
    resolution: "Résolution",
    ping: "Quand une vidéo est terminée",
    attach: "Le fichier de la vidéo",
    visibility: "Visibilité",
    confirm_above: "Demander confirmation",
  },
  line: (label, chosen) => `${label} : ${chosen}`,
  or: " ou ",
  bad: (given, allowed) => `« ${given} » ne va pas ici. Choisis ${allowed}.`,
  nothingChanged: "Rien n’a été modifié",
};
