import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "La vidéo est prête",
  tooLarge: "La vidéo est trop lourde pour ce chat : voici seulement le lien.",
  notTaken: "La vidéo n’a pas pu être placée dans ce chat : voici seulement le lien.",
  link: "Regarder ou télécharger la vidéo",
  linkIsNew:
    "Le lien vient d’être redemandé. Personne ne dit combien de temps il fonctionnera : enregistre vite la vidéo.",
  linkExpires: (when) => ["Le lien expire ", when, "."],
  linkHasExpired: (when) => [
    "Le lien a probablement expiré (",
    when,
    "). Regarde dans le tableau de bord de ton compte chez le service vidéo, ou refais la vidéo.",
  ],
  used: (amount) => `Coût : ${credits(amount)}.`,
  usedAbout: (amount) => `Coût : environ ${credits(amount)}.`,
  noLink: {
    title: "La vidéo est terminée, mais il n’y a pas de lien",
    body: ["Le service vidéo dit qu’elle est terminée, mais n’a donné aucun lien."],
  },
  failed: "Échec, remboursé",
  failedText: (refund) => `La vidéo a échoué. ${refund} Réessaie, ou change le prompt.`,
  refund: (amount) => `On t’a rendu ${credits(amount)}.`,
  refundAbout: (amount) => `On t’a rendu environ ${credits(amount)}.`,
  notStarted: "Pas lancée",
  pressAgain: "Appuie sur « Refaire » pour la lancer maintenant.",
  why: {
    too_old: "Reelay a été absent trop longtemps : cette vidéo n’a pas été lancée. Rien n’a été débité.",
    restart: "Reelay a redémarré avant le début de cette vidéo : elle n’a pas été lancée. Rien n’a été débité.",
    answer_lost: "On ne sait pas si tu as vu la première carte : cette vidéo n’a pas été lancée. Rien n’a été débité.",
    answer_refused: "La réponse à ta commande n’est pas arrivée : cette vidéo n’a pas été lancée. Rien n’a été débité.",
    store: "Reelay n’a pas pu enregistrer cela à temps : cette vidéo n’a pas été lancée. Rien n’a été débité.",
  },
};

export const unknown: Words["unknown"] = {
  title: "On ne sait pas ce qu’est devenue cette vidéo",
  answerLost: "La réponse du service vidéo s’est perdue : personne ici ne sait si la vidéo a été lancée.",
  error: "Le service vidéo a renvoyé une erreur : personne ici ne sait si la vidéo a été lancée.",
  silent: "La vidéo a été lancée, mais le service vidéo n’en dit plus rien.",
  mayBeCharged: (atMost) => `Elle a peut-être été débitée : ${credits(atMost)} au maximum.`,
  whereToLook: ["Regarde dans le tableau de bord de ton compte chez le service vidéo."],
  whereToLookFor: (task) => [
    "Regarde dans le tableau de bord de ton compte chez le service vidéo ; la tâche est ",
    task,
    ".",
  ],
  lookFirst: "Regarde là-bas avant de redemander : une deuxième demande peut coûter une deuxième fois.",
};

export const notification: Words["notification"] = {
  ready: "Ta vidéo est prête.",
  noLink: {
    title: "Ta vidéo est terminée, mais il n’y a pas de lien.",
    body: ["La carte dit où la chercher."],
  },
  failed: "Ta vidéo a échoué.",
  notStarted: { title: "Ta vidéo n’a pas été lancée.", body: ["Rien n’a été débité. La carte dit pourquoi."] },
  notStartedForOthers: "La vidéo n’a pas été lancée.",
  askedBy: (person) => ["Elle a été demandée par ", person, ". Rien n’a été débité."],
  unknown: "On ne sait pas ce qu’est devenue ta vidéo.",
  unknownText: (mayBeCharged) => `${mayBeCharged} La carte dit où regarder.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Il manque ta clé",
    body: ["Aucune clé API à toi ne peut être utilisée. Rien n’a été débité."],
  },
  badKey: {
    title: "Ta clé a été refusée",
    body: ["Le service vidéo n’accepte pas ta clé API. Rien n’a été débité."],
  },
  addKeyThen: (again) => ["Ajoute une nouvelle clé, puis appuie sur ", again, "."],
  noCredits: "Pas assez de crédits",
  costs: (price) => `Cette vidéo coûte ${credits(price)} et ton compte n’en a pas assez. Rien n’a été débité.`,
  topUp: "Recharge ton compte chez le service vidéo, puis appuie sur « Refaire ».",
  topUpOr: (least) =>
    `Recharge ton compte chez le service vidéo, ou choisis 480p et 10 secondes, soit ${credits(least)}.`,
  badRequest: {
    title: "Demande refusée",
    body: ["Le service vidéo a refusé cette demande. Rien n’a été débité."],
    said: (words) => `Le service vidéo a refusé cette demande : « ${words} ». Rien n’a été débité.`,
    edit: "Appuie sur « Modifier et lancer » pour la changer.",
  },
  changePrompt: "Change le prompt, puis redemande.",
  changePromptOrPicture: "Change le prompt ou l’image, puis redemande.",
  rateLimited: {
    title: "Le service vidéo est surchargé",
    body: [
      "Le service vidéo est surchargé en ce moment. Rien n’a été débité.",
      "Appuie sur « Refaire » dans quelques minutes.",
    ],
  },
  wrongAddress: {
    title: "Reelay est mal configuré",
    body: [
      "Reelay a une mauvaise adresse pour le service vidéo : cette vidéo n’a pas été lancée. Rien n’a été débité.",
      "Préviens les personnes qui gèrent ce bot.",
    ],
  },
  unavailable: {
    title: "Le service vidéo est injoignable",
    body: [
      "Le service vidéo était injoignable : cette vidéo n’a pas été lancée. Rien n’a été débité.",
      "Appuie sur « Refaire » dans quelques minutes.",
    ],
  },
  picture: "Cette image ne peut pas servir",
  nothingCharged: "Rien n’a été débité.",
};
