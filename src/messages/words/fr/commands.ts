import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Créer une vidéo à partir d’un texte, avec ou sans image",
    key: "Ajouter, vérifier ou supprimer votre clé API",
    jobs: "Voir vos vidéos en cours et récentes, et ce qu’elles ont coûté",
    settings: "Voir ou changer les réglages par défaut de vos vidéos",
    data: "Télécharger ou supprimer les données que Reelay garde sur vous",
    help: "Premiers pas, prix et solutions en cas de problème",
  },
  subcommands: {
    set: "Ajouter votre clé API dans un formulaire privé",
    status: "Voir quelle clé est enregistrée et si elle fonctionne",
    remove: "Supprimer votre clé API",
    export: "Obtenir un fichier privé avec tout ce que Reelay garde sur vous",
    delete: "Supprimer vos données, après en avoir vu la liste",
  },
  options: {
    prompt: "Ce qui doit se passer dans la vidéo",
    ratio: "Paysage ou portrait",
    duration: "Durée de la vidéo",
    resolution: "Netteté de la vidéo, et son prix",
    image: "Une image à animer (5 Mo max)",
    image_url: "Ou l’adresse d’une image (https://…, 5 Mo max)",
    ping: "Recevoir ou non un message quand une vidéo est terminée",
    attach: "Lire la vidéo terminée dans sa carte, ou n’afficher que le lien",
    visibility: "Qui voit les cartes de vos vidéos",
    confirm_above: "Quand me demander confirmation avant de dépenser des crédits",
    show: "Afficher ici la carte de cette vidéo",
  },
  animate: "Animer l’image",
};
