import {
  channels,
  defineMessage,
  NOT_YOU,
  type NoFacts,
  occasion,
} from '#server/modules/foundation/notifications/index.ts'

/** Until when code or link works: later it is not mailed. A job of an earlier release has none. */
type Works = { until?: string }

const worksUntil = ({ until }: Works) => until ?? null

export const stepUpCode = defineMessage('step_up_code', 'account', {
  channels: channels.onlyMail,
  awaited: true,
  answerUntil: worksUntil,
  words: (data: { code: string; minutes: number } & Works, site) => ({
    subject: 'Tu código para confirmar que eres tú',
    heading: 'Confirma que eres tú',
    paragraphs: ['Escribe este código en la pantalla donde lo pediste. No se lo digas a nadie.'],
    facts: [
      ['Código', data.code],
      ['Vence en', `${data.minutes} minutos`],
    ],
    help: { title: '¿No fuiste tú?' },
    closing: [`${NOT_YOU}, alguien usa tu sesión: desde ${site}/profile/sesiones puedes cerrarla.`],
  }),
})

export const sessionReused = defineMessage('session_reused', 'account', {
  channels: channels.duty,
  path: '/profile/sesiones',
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
    help: { title: '¿No fuiste tú?' },
    closing: ['Si ves movimientos que no reconoces, cambia tu contraseña.'],
  }),
})

/** Mail limit of links that prove an address; recovery has its own, which these cannot exhaust. */
const addressShare = { kind: 'address', perHour: 8, perDay: 20 }

/** The six digits beside a link; a job of an earlier release has none. */
type MailedCode = { code?: string; codeMinutes?: number }

const codeFacts = ({ code, codeMinutes }: MailedCode): [string, string][] =>
  code
    ? [
        ['O escribe este código', code],
        ['El código vence en', `${codeMinutes} minutos`],
      ]
    : []

export const recoveryLink = defineMessage('recovery_link', 'account', {
  channels: channels.onlyMail,
  awaited: true,
  mailbox: { kind: 'recovery', perHour: 20, perDay: 40 },
  answerUntil: worksUntil,
  words: (
    data: { path: string; minutes: number; device: string | null; askedAt: string } & Works,
    site,
  ) => ({
    subject: 'Confirma tu nueva contraseña de Cupo',
    heading: 'Confirma tu nueva contraseña',
    paragraphs: [
      'Alguien pidió cambiar la contraseña de tu cuenta.',
      'Si fuiste tú, abre el enlace y confírmala; hasta entonces sigue valiendo la de antes.',
    ],
    action: { label: 'Confirmar contraseña', url: `${site}${data.path}` },
    facts: [...occasion(data.askedAt, data.device), ['Vence en', `${data.minutes} minutos`]],
    closing: [
      `${NOT_YOU}, no abras el enlace: ignora este mensaje y tu contraseña no cambia.`,
      'Solo sirve el enlace más reciente, y una sola vez.',
    ],
  }),
})

export const passwordChanged = defineMessage('password_changed', 'account', {
  channels: channels.duty,
  path: '/profile/contrasena',
  words: (data: { device: string | null; at: string; also?: string }, site) => ({
    subject: 'Tu contraseña de Cupo cambió',
    heading: 'Tu contraseña cambió',
    paragraphs: [
      'Ya puedes entrar con la nueva. Cerramos las sesiones abiertas en otros dispositivos.',
      'El enlace de tu calendario ya no sirve: crea otro si lo usas.',
      ...(data.also
        ? [`También se entra con ${data.also}. Quita lo que no sea tuyo: ${site}/profile/cuentas.`]
        : []),
    ],
    facts: occasion(data.at, data.device),
    help: { title: '¿No fuiste tú?' },
    action: { label: 'Recuperar mi cuenta', url: `${site}/recuperar-cuenta` },
    closing: [`${NOT_YOU}, recupera tu cuenta ahora mismo.`],
  }),
})

export const emailChange = defineMessage('email_change', 'account', {
  channels: channels.onlyMail,
  awaited: true,
  mailbox: addressShare,
  words: (data: { path: string; hours: number; newEmail: string } & MailedCode, site) => ({
    subject: 'Confirma tu nuevo correo en Cupo',
    heading: 'Confirma tu nuevo correo',
    paragraphs: [
      `Pediste usar ${data.newEmail} para entrar a Cupo.`,
      'Confírmalo para que el cambio quede hecho.',
    ],
    action: { label: 'Confirmar correo', url: `${site}${data.path}` },
    facts: [...codeFacts(data), ['El enlace vence en', `${data.hours} horas`]],
    closing: [`${NOT_YOU}, ignora este mensaje: nada cambia. No le digas el código a nadie.`],
  }),
})

export const emailChanged = defineMessage('email_changed', 'account', {
  channels: channels.onlyMail,
  words: (data: { path: string; days: number; newEmail: string; at: string }, site) => ({
    subject: 'El correo de tu cuenta de Cupo cambió',
    heading: 'El correo de tu cuenta cambió',
    paragraphs: [`Desde ahora entras a Cupo con ${data.newEmail}.`],
    action: { label: 'No fui yo: deshacer', url: `${site}${data.path}` },
    facts: occasion(data.at, null),
    closing: [
      `Puedes deshacerlo durante ${data.days} días.`,
      'Al deshacer cerramos todas las sesiones y te pedimos una contraseña nueva.',
    ],
  }),
})

export const emailRestored = defineMessage('email_restored', 'account', {
  channels: channels.duty,
  path: '/profile/correo',
  words: (data: { at: string }, site) => ({
    heading: 'Tu cuenta volvió a este correo',
    paragraphs: [
      'Deshicimos el cambio de correo y cerramos todas las sesiones.',
      'La contraseña que había ya no sirve, y con Google o Apple ya no se entra.',
      'Para entrar, recupera tu cuenta y elige una contraseña nueva.',
      'Después revisa tus cuentas de retiro y contactos de confianza.',
      'El enlace de tu calendario ya no sirve: crea otro si lo usas.',
    ],
    action: { label: 'Recuperar mi cuenta', url: `${site}/recuperar-cuenta` },
    facts: occasion(data.at, null),
  }),
})

export const emailConfirm = defineMessage('email_confirm', 'account', {
  channels: channels.onlyMail,
  awaited: true,
  mailbox: addressShare,
  words: (data: { path: string; days: number } & MailedCode, site) => ({
    subject: 'Confirma tu correo en Cupo',
    heading: 'Confirma tu correo',
    paragraphs: [
      'Alguien creó una cuenta en Cupo con este correo.',
      'Si fuiste tú, confírmalo: así puedes reservar y publicar viajes.',
    ],
    action: { label: 'Confirmar mi correo', url: `${site}${data.path}` },
    facts: [...codeFacts(data), ['El enlace vence en', `${data.days} días`]],
    closing: [
      `${NOT_YOU}, ignora este mensaje: nadie puede viajar ni publicar con tu correo.`,
      'No le digas el código a nadie.',
      'Si el enlace te pide una contraseña que no conoces, tampoco fuiste tú.',
    ],
  }),
})

export const accountExists = defineMessage<NoFacts>('account_exists', 'account', {
  channels: channels.onlyMail,
  mailbox: { kind: 'taken', perHour: 1, perDay: 1 },
  words: (_, site) => ({
    subject: 'Ya tienes una cuenta en Cupo',
    heading: 'Ya tienes una cuenta',
    paragraphs: [
      'Alguien quiso usar este correo en una cuenta nueva de Cupo, y ya es de la tuya.',
      'Si fuiste tú, entra con la contraseña de siempre o recupera tu cuenta.',
    ],
    action: { label: 'Entrar a mi cuenta', url: `${site}/login` },
    closing: [`${NOT_YOU}, ignora este mensaje: tu cuenta sigue igual y nadie entró en ella.`],
  }),
})
