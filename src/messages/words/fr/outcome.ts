import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("fr");
const { credits } = amounts;

const givenBack = (amount: number) => count(amount, "crédit vous a été rendu", "crédits vous ont été rendus");

export const outcome: Words["outcome"] = {
  ready: "La vidéo est prête",
  tooLarge: "La vidéo est trop lourde pour ce chat : voici seulement le lien.",
  notTaken: "La vidéo n’a pas pu être publiée dans ce chat : voici seulement le lien.",
  link: "Regarder ou télécharger la vidéo",
  linkIsNew:
    "Le lien vient d’être renouvelé. Nous ne savons pas combien de temps il fonctionnera : téléchargez vite la vidéo.",
  linkExpires: (when) => ["Le lien expire ", when, "."],
  linkHasExpired: (when) => [
    "Le lien a probablement expiré (",
    when,
    "). Consultez votre tableau de bord chez le service vidéo, ou refaites la vidéo.",
  ],
  used: (amount) => `Coût : ${credits(amount)}.`,
  usedAbout: (amount) => `Coût : environ ${credits(amount)}.`,
  noLink: {
    title: "Terminée, mais sans lien",
    body: ["Le service vidéo a terminé la vidéo, mais n’a renvoyé aucun lien."],
  },
  failed: "Échec, crédits rendus",
  failedText: (refund) => `La création de la vidéo a échoué. ${refund} Réessayez, ou changez le prompt.`,
  refund: (amount) => `${givenBack(amount)}.`,
  refundAbout: (amount) => `Environ ${givenBack(amount)}.`,
  notStarted: "Pas lancée",
  pressAgain: "Appuyez sur « Refaire » pour la lancer maintenant.",
  why: {
    too_old: "Reelay est resté indisponible trop longtemps : cette vidéo n’a pas été lancée. Rien n’a été débité.",
    restart: "Reelay a redémarré avant le début de cette vidéo : elle n’a pas été lancée. Rien n’a été débité.",
    answer_lost:
      "Nous ne savons pas si vous avez vu la première carte : cette vidéo n’a pas été lancée. Rien n’a été débité.",
    answer_refused:
      "La réponse à votre commande n’est pas arrivée : cette vidéo n’a pas été lancée. Rien n’a été débité.",
    store: "Reelay n’a pas pu enregistrer cela à temps : cette vidéo n’a pas été lancée. Rien n’a été débité.",
  },
};

export const unknown: Words["unknown"] = {
  title: "Nous ne savons pas si cette vidéo a été créée",
  answerLost: "Nous n’avons pas reçu de réponse claire du service vidéo : nous ne savons pas si la vidéo a été lancée.",
  error: "Le service vidéo a renvoyé une erreur : nous ne savons pas si la vidéo a été lancée.",
  silent: "La vidéo a été lancée, mais le service vidéo n’en dit plus rien.",
  mayBeCharged: (atMost) =>
    `Jusqu’à ${count(atMost, "crédit a peut-être été débité", "crédits ont peut-être été débités")}.`,
  whereToLook: ["Vérifiez dans votre tableau de bord chez le service vidéo."],
  whereToLookFor: (task) => ["Vérifiez dans votre tableau de bord chez le service vidéo (tâche ", task, ")."],
  lookFirst: "Faites-le avant de redemander cette vidéo : une deuxième demande peut être débitée elle aussi.",
};

export const notification: Words["notification"] = {
  ready: "Votre vidéo est prête.",
  noLink: {
    title: "Votre vidéo est terminée, mais il n’y a pas de lien.",
    body: ["La carte indique où la chercher."],
  },
  failed: "La création de votre vidéo a échoué.",
  notStarted: {
    title: "Votre vidéo n’a pas été lancée.",
    body: ["Rien n’a été débité. La carte indique pourquoi."],
  },
  notStartedForOthers: "La vidéo n’a pas été lancée.",
  askedBy: (person) => ["Elle a été demandée par ", person, ". Rien n’a été débité."],
  unknown: "Nous ne savons pas si votre vidéo a été créée.",
  unknownText: (mayBeCharged) => `${mayBeCharged} La carte indique où vérifier.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Il manque votre clé API",
    body: ["Vous n’avez pas enregistré de clé API. Rien n’a été débité."],
  },
  badKey: {
    title: "Votre clé a été refusée",
    body: ["Le service vidéo n’accepte pas votre clé API. Rien n’a été débité."],
  },
  addKeyThen: (again) => ["Ajoutez une nouvelle clé, puis appuyez sur ", again, "."],
  noCredits: "Pas assez de crédits",
  costs: (price) => `Cette vidéo coûte ${credits(price)}, et votre compte n’en a pas assez. Rien n’a été débité.`,
  topUp: "Rechargez votre compte chez le service vidéo, puis appuyez sur « Refaire ».",
  topUpOr: (least) =>
    `Rechargez votre compte chez le service vidéo, ou choisissez 480p et 10 secondes, soit ${credits(least)}.`,
  badRequest: {
    title: "Demande refusée",
    body: ["Le service vidéo a refusé cette demande. Rien n’a été débité."],
    said: (words) => `Le service vidéo a refusé cette demande : « ${words} ». Rien n’a été débité.`,
    edit: "Appuyez sur « Modifier et lancer » pour la changer.",
  },
  changePrompt: "Changez le prompt, puis redemandez la vidéo.",
  changePromptOrPicture: "Changez le prompt ou l’image, puis redemandez la vidéo.",
  rateLimited: {
    title: "Le service vidéo est surchargé",
    body: [
      "Le service vidéo est surchargé en ce moment. Rien n’a été débité.",
      "Appuyez sur « Refaire » dans quelques minutes.",
    ],
  },
  wrongAddress: {
    title: "Problème de configuration",
    body: [
      "Reelay a une mauvaise adresse pour le service vidéo : cette vidéo n’a pas été lancée. Rien n’a été débité.",
      "Prévenez les personnes qui gèrent ce bot.",
    ],
  },
  unavailable: {
    title: "Le service vidéo est injoignable",
    body: [
      "Le service vidéo était injoignable : cette vidéo n’a pas été lancée. Rien n’a été débité.",
      "Appuyez sur « Refaire » dans quelques minutes.",
    ],
  },
  picture: "Cette image ne peut pas être utilisée",
  nothingCharged: "Rien n’a été débité.",
};
