import { RESTARTS } from '#contract/document-number.ts'
import {
  channels,
  defineMessage,
  NOT_YOU,
  occasion,
} from '#server/modules/foundation/notifications/index.ts'

export const identificationChanged = defineMessage('identification_changed', 'account', {
  channels: channels.duty,
  words: (data: { verified: boolean; at: string }, site) => ({
    subject: 'Cambió el documento de tu cuenta de Cupo',
    heading: 'Cambió tu número de documento',
    paragraphs: [
      data.verified ? RESTARTS : 'Si ya habías subido fotos de tu documento, súbelas otra vez.',
      'Tu saldo y tus reservas siguen igual.',
    ],
    action: { label: 'Subir mis documentos', url: `${site}/documents` },
    facts: occasion(data.at, null),
    help: { title: '¿No fuiste tú?' },
    closing: [`${NOT_YOU}, cambia tu contraseña.`],
  }),
})
