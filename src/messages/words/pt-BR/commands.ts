import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Criar um vídeo a partir de palavras, ou de palavras e uma imagem",
    key: "Adicionar, verificar ou remover a sua própria chave de API",
    jobs: "Ver os seus vídeos, em andamento e recentes, e quanto custam",
    settings: "Ver ou mudar como são os seus vídeos quando você não diz outra coisa",
    data: "Receber ou apagar o que o Reelay guarda sobre você",
    help: "Primeiros passos, preços e o que fazer quando algo dá errado",
  },
  subcommands: {
    set: "Adicionar a sua chave de API em um formulário privado",
    status: "Ver qual chave está salva e se ela funciona",
    remove: "Esquecer a sua chave de API",
    export: "Receber um arquivo privado com tudo o que o Reelay guarda sobre você",
    delete: "Fazer tudo ser esquecido, depois de ver o que é",
  },
  options: {
    prompt: "O que deve acontecer no vídeo",
    ratio: "Paisagem ou retrato",
    duration: "Quanto tempo o vídeo dura",
    resolution: "O quanto é nítido e quanto custa",
    image: "Uma imagem para ganhar vida (até 5 MB)",
    image_url: "Ou o endereço de uma imagem (https://…, até 5 MB)",
    ping: "Se uma mensagem avisa você quando um vídeo fica pronto",
    attach: "Se um vídeo pronto toca no cartão, ou é só um link",
    visibility: "Quem vê os cartões dos seus vídeos",
    confirm_above: "Quando me perguntar antes de gastar créditos",
    show: "Trazer para cá o cartão deste vídeo",
  },
  animate: "Animar imagem",
};
