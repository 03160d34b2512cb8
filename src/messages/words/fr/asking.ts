import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "Refaire cette vidéo ?",
  nobodyKnows: (mayBeCharged) => `Nous avons perdu la trace de cette vidéo. ${mayBeCharged}`,
  againCosts: (price) => `La refaire coûte ${credits(price)}, quel que soit le coût de la première.`,
  in720p: "La refaire en 720p ?",
  in720pCosts: (price) => `La vidéo sera créée une nouvelle fois, en 720p. Coût : ${credits(price)}.`,
  nothingStarted: "Rien n’a été lancé.",
  started: "Votre vidéo est lancée.",
  price: (price) => `La lancer pour ${credits(price)} ?`,
  priceText: (price, most) =>
    `Cette vidéo coûte ${credits(price)}, et vous avez demandé une confirmation au-delà de ${credits(most)}. Rien n’a été débité.`,
  priceTextAlways: (price) =>
    `Cette vidéo coûte ${credits(price)}, et vous avez demandé une confirmation à chaque fois. Rien n’a été débité.`,
  meant: "C’est bien ce que vous vouliez ?",
  meantText: (typed) => [
    "Votre prompt contient ",
    typed,
    ", qui ressemble à des options. Ici, elles sont appliquées et retirées du prompt.",
  ],
  meantCosts: (price) => `Coût : ${credits(price)}. Rien n’a été débité.`,
  goodForAnHour: "Cette question expire dans une heure.",
  tooOld: {
    title: "Cette question a expiré",
    body: ["Reelay ne sait plus de quoi il s’agissait. Rien n’a été débité.", "Redemandez la vidéo."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "En faire une vidéo ?",
    body: [
      "Rien n’a encore été débité. Ouvrez le formulaire pour tout vérifier avant de la lancer. Cette proposition expire dans une heure.",
    ],
  },
  what: {
    title: "Que doit-il se passer dans la vidéo ?",
    body: ["Dites-le en quelques mots, ou ouvrez le formulaire."],
  },
  hello: {
    title: "Bonjour !",
    body: ["Dites à Reelay ce qui doit se passer dans une vidéo, ou ouvrez le formulaire."],
  },
  withPicture:
    "Votre image est prête. Ouvrez le formulaire pour dire ce qui doit se passer. Rien n’a encore été débité. Cette proposition expire dans une heure.",
  notPictures: (files) =>
    `${files === 1 ? "Le fichier de votre message n’est pas une image" : `Les ${number(files)} fichiers de votre message ne sont pas des images`} : impossible d’en faire une vidéo. Formats acceptés : PNG, JPEG, WebP et GIF.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Vous avez atteint votre limite",
  most: (most) =>
    `Vous pouvez avoir ${videos(most)} en cours à la fois. Celle-ci n’a pas été lancée. Rien n’a été débité.`,
  named: (prompt, stage) => `« ${prompt} » : ${stage}`,
  more: (count) => `… et ${number(count)} de plus`,
  nobodyKnows: "Réessayez quand l’une d’elles sera terminée.",
  first: (time) => `La première pourrait être terminée dans ${time}. Réessayez à ce moment-là.`,
  starting: "démarrage",
  noPercentage: "en cours",
  percentDone: (percent) => `terminée à ${percent} %`,
};

export const link: Words["link"] = {
  asking: { title: "Demande d’un nouveau lien…", body: ["Cela ne coûte aucun crédit."] },
  isNew: "Voici un nouveau lien",
  onTheCard: "La carte contient maintenant ce nouveau lien.",
  keepThis: "La carte n’a pas pu être modifiée : gardez ce lien-ci.",
  same: "C’est le même lien",
  sameText:
    "Ce lien est déjà celui de la carte. Nous ne savons pas combien de temps il fonctionnera : téléchargez vite la vidéo.",
  unchanged: "Rien n’a changé",
  stillGood: (until) => ["Le lien est encore valable. Il expire ", until, "."],
  none: "Pas de nouveau lien",
  noLink: [
    "Le service vidéo ne donne plus de lien vers cette vidéo. Rien n’a changé.",
    "Consultez votre tableau de bord chez le service vidéo, ou refaites la vidéo.",
  ],
  noAnswer: ["Le service vidéo n’a pas répondu. Rien n’a changé.", "Réessayez dans quelques minutes."],
  noKey: [
    "Vous n’avez pas enregistré de clé API : impossible de demander un nouveau lien. Rien n’a changé.",
    "Ajoutez-en une, puis appuyez sur « Nouveau lien ».",
  ],
  badKey: [
    "Le service vidéo n’accepte pas votre clé. Rien n’a changé.",
    "Ajoutez-en une nouvelle, puis appuyez sur « Nouveau lien ».",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "Supprimer cette carte ?",
    body: [
      "La carte disparaîtra pour tout le monde, avec sa notification et la vidéo dans cette discussion. Les crédits ne seront pas rendus.",
      "La vidéo reste chez le service vidéo tant que son lien fonctionne.",
    ],
  },
  done: "La carte est supprimée.",
  notAll: "Tout n’a pas pu être supprimé",
  left: {
    notification:
      "Sa notification n’a pas pu être supprimée. Si vous la voyez, supprimez-la vous-même, ou demandez-le à un admin.",
    video: "La vidéo dans le fil n’a pas pu être supprimée. Demandez à un admin de le faire.",
    card: "La carte n’a pas pu être supprimée d’ici. Si personne d’autre ne la voit, masquez-la ; sinon, demandez à un admin de la supprimer.",
  },
  stillOpen: {
    title: "Pas encore",
    body: [
      "La vidéo est encore en cours d’envoi dans cette discussion : rien n’a été supprimé.",
      "Appuyez de nouveau sur « Supprimer » dans une minute.",
    ],
  },
  notNow: {
    title: "Tout n’est pas encore supprimé",
    body: ["Le chat n’a pas tout accepté cette fois.", "Appuyez de nouveau sur « Supprimer » dans une minute."],
  },
  kept: "Rien n’a été supprimé.",
};
