import {
  channels,
  defineMessage,
  NOT_YOU,
  occasion,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage } from '#server/platform/room-message.ts'

export const stepUpCode = defineMessage({
  name: 'step_up_code',
  topic: 'account',
  channels: channels.onlyMail,
  awaited: true,
  words: (data: { code: string; minutes: number }, site) => ({
    subject: 'Tu código para confirmar que eres tú',
    heading: 'Confirma que eres tú',
    paragraphs: ['Escribe este código en la pantalla donde lo pediste. No se lo digas a nadie.'],
    facts: [
      ['Código', data.code],
      ['Vence en', `${data.minutes} minutos`],
    ],
    closing: [`${NOT_YOU}, alguien usa tu sesión: ciérrala desde ${site}/profile y escríbenos.`],
  }),
})

export const sessionReused = defineMessage({
  name: 'session_reused',
  topic: 'account',
  channels: channels.duty,
  path: '/profile',
  words: (data: { device: string | null; at: string }, site) => ({
    subject: 'Cerramos una sesión de tu cuenta',
    heading: 'Cerramos una sesión por seguridad',
    paragraphs: [
      'Alguien intentó usar una copia vieja de esa sesión, así que la cerramos.',
      'Tu saldo y tus reservas no cambiaron.',
      'Para seguir, inicia sesión de nuevo.',
    ],
    action: { label: 'Iniciar sesión', url: `${site}/login` },
    facts: occasion(data.at, data.device),
    closing: ['Si ves movimientos que no reconoces, cambia tu contraseña y escríbenos.'],
  }),
})

export const authMessages: AnyMessage[] = [stepUpCode, sessionReused]
