import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "Salvar",
  makeIt: "Criar",
  key: {
    title: "Sua chave de API",
    note: "Só você vê este formulário. A chave é testada sem gastar créditos e guardada com criptografia.",
    label: "Chave de API",
    hint: "No seu painel do serviço de vídeo",
  },
  makeVideo: "Criar um vídeo",
  creditsAreTaken: "Os créditos são cobrados quando o vídeo começa e devolvidos se ele falhar.",
  newVideo: "Isso cria um novo vídeo. Os créditos são cobrados quando ele começa e devolvidos se ele falhar.",
  edit: "Editar e criar",
  pictureAgain: "Envie a imagem de novo",
  risk: (atMost) => `O primeiro vídeo pode ter custado até ${credits(atMost)}. Este é cobrado à parte.`,
  prompt: "Prompt",
  promptHint: "O que deve acontecer no vídeo",
  ratio: "Formato",
  duration: "Duração",
  resolution: "Resolução e preço",
  picture: "Imagem",
  address: "Endereço da imagem",
  hints: {
    upload: "Opcional. Uma imagem para animar, até 5 MB.",
    address: "Opcional. O endereço (https://…) de uma imagem para animar, até 5 MB.",
    uploadKept: "Opcional. Se ficar vazio, vale a imagem anterior. Até 5 MB.",
    uploadEmpty: "Opcional. Até 5 MB.",
    addressEmpty: "Opcional. https://…, até 5 MB.",
    gone: "A imagem anterior não abre mais. Adicione-a de novo, ou outra, até 5 MB.",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9 (paisagem)", "9:16": "9:16 (retrato)" },
  asPicture: "Igual ao da imagem",
  duration: (seconds) => `${seconds} segundos`,
  resolution: (resolution, ten, fifteen) => `${resolution} (${ten} créditos por 10 s, ${fifteen} por 15 s)`,
  ping: {
    on: "Ativadas",
    off: "Desativadas",
    channel: "Ativadas, e também no canal",
  },
  attach: { yes: "Reproduzir no cartão, se possível", no: "Só o link" },
  attachInThread: "Reproduzir na conversa do cartão, se possível",
  visibility: { here: "Todos aqui veem o cartão", private: "Só eu vejo o cartão" },
  confirmAbove: {
    always: () => "Sempre",
    above: (most) => `Acima de ${credits(most)}`,
    never: () => "Nunca",
  },
};

export const settings: Words["settings"] = {
  yours: "Suas configurações",
  saved: "Suas configurações estão salvas",
  note: "Configurações padrão dos seus vídeos.",
  first: "As opções de um pedido têm prioridade sobre estas, e uma imagem mantém o próprio formato.",
  labels: {
    ratio: "Formato",
    duration: "Duração",
    resolution: "Resolução",
    ping: "Notificações",
    attach: "Arquivo do vídeo",
    visibility: "Visibilidade",
    confirm_above: "Confirmar antes de gastar",
  },
  line: (label, chosen) => `${label}: ${chosen}`,
  or: " ou ",
  bad: (given, allowed) => `“${given}” não é uma das opções. Escolha ${allowed}.`,
  nothingChanged: "Nada foi alterado",
};
