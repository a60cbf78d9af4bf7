import type { DeadDelivery } from '#contract/notifications.ts'

/**
 * What a mail server or the program says of a failure, the first that fits. RFC 5321 has the codes,
 * RFC 3463 the enhanced ones, which say more: beside one of them the plain code tells nothing.
 */
const mailReasons: readonly (readonly [RegExp, string])[] = [
  [/: password|\b535\b|\bEAUTH\b/, 'El servidor de correo no acepta la contraseña de Cupo'],
  [/\b[45]\.2\.2\b|\b[45]52\b(?! [45]\.\d)/, 'El buzón está lleno'],
  [
    /\b[45]\.7\.\d|\b554\b(?! [45]\.\d)/,
    'El servidor lo rechazó por sus reglas contra el correo no deseado',
  ],
  [/\b[45]\.1\.\d|\b55[013]\b(?! [45]\.\d)/, 'La dirección no existe'],
  [/: sender/, 'El servidor de correo no acepta a Cupo como remitente'],
  [/\b45[01]\b|\b4\.\d\.\d/, 'El servidor pidió intentar más tarde'],
  [
    /unreachable|takes nothing|\b421\b|ECONN|ETIMEDOUT|timeout/i,
    'El servidor de correo no contesta',
  ],
]

const others: Record<Exclude<DeadDelivery['channel'], 'mail'>, string> = {
  push: 'El servicio de avisos no lo recibió',
  whatsapp: 'WhatsApp no lo recibió',
  sms: 'El proveedor de SMS no lo recibió',
}

/** Says in Spanish why a message was not delivered, with the code of the answer if it has one. */
export function failureOf({ channel, error }: Pick<DeadDelivery, 'channel' | 'error'>): string {
  const code = /\b[45]\d\d\b(?: [45]\.\d+\.\d+\b)?/.exec(error)?.[0]
  const known = mailReasons.find(([said]) => said.test(error))?.[1]
  const words =
    channel === 'mail' ? (known ?? 'El servidor de correo no lo recibió') : others[channel]
  return code ? `${words} (${code})` : words
}
