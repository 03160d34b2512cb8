import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Criar um vídeo a partir de um texto, com ou sem imagem",
    key: "Adicionar, verificar ou remover a sua própria chave de API",
    jobs: "Ver os seus vídeos, em andamento e recentes, e quanto custam",
    settings: "Ver ou mudar as configurações padrão dos seus vídeos",
    data: "Baixar ou apagar os dados que o Reelay guarda sobre você",
    help: "Primeiros passos, preços e o que fazer quando algo dá errado",
  },
  subcommands: {
    set: "Adicionar a sua chave de API em um formulário privado",
    status: "Ver qual chave está salva e se ela funciona",
    remove: "Apagar a sua chave de API",
    export: "Receber um arquivo privado com tudo o que o Reelay guarda sobre você",
    delete: "Apagar tudo, depois de ver o que será apagado",
  },
  options: {
    prompt: "O que deve acontecer no vídeo",
    ratio: "Paisagem ou retrato",
    duration: "Duração do vídeo",
    resolution: "Nitidez e preço",
    image: "Uma imagem para animar (até 5 MB)",
    image_url: "Ou o endereço de uma imagem (https://…, até 5 MB)",
    ping: "Receber um aviso quando um vídeo ficar pronto",
    attach: "Reproduzir o vídeo pronto no cartão ou mostrar só o link",
    visibility: "Quem vê os cartões dos seus vídeos",
    confirm_above: "Quando pedir confirmação antes de gastar créditos",
    show: "Trazer para cá o cartão deste vídeo",
  },
  animate: "Animar imagem",
};
