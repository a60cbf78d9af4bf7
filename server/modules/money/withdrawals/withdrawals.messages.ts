import {
  channels,
  defineMessage,
  instantFormat,
  NOT_YOU,
  pesosFormat,
} from '#server/modules/foundation/notifications/index.ts'
import type { AnyMessage } from '#server/platform/message.ts'

/** Facts of a withdrawal in messages. `account`: its title and the end of its number. */
type Facts = { pesos: number; reference: string; account: string }

export const payoutAccountAdded = defineMessage('payout_account_added', 'account', {
  channels: channels.duty,
  /** `path`: page on which the person denies having added the account. */
  words: (data: { account: string; masked: string; usableFrom: string; path: string }, site) => ({
    subject: 'Agregaste una cuenta para retirar',
    heading: 'Hay una cuenta nueva para tus retiros',
    paragraphs: [
      'Por seguridad, no se puede retirar a ella antes de la hora de abajo.',
      'Si no fuiste tú, quítala ahora: también cerramos tus demás sesiones.',
    ],
    action: { label: 'No fui yo', url: `${site}${data.path}` },
    facts: [
      ['Cuenta', `${data.account} ${data.masked}`],
      ['Se puede usar desde', instantFormat.format(new Date(data.usableFrom))],
    ],
    closing: ['Si fuiste tú, no tienes que hacer nada.'],
  }),
})

export const payoutAccountRemoved = defineMessage('payout_account_removed', 'account', {
  channels: channels.duty,
  /** `sentPesos`: what had left for it and cannot be stopped; missing in older messages. */
  words: (data: { account: string; masked: string; sentPesos?: number }, site) => ({
    heading: 'Quitaste una cuenta de tus retiros',
    paragraphs: ['Ya no se puede retirar a ella.', ...alreadySent(data.sentPesos)],
    action: withdrawals(site),
    facts: [['Cuenta', `${data.account} ${data.masked}`]],
    help: { title: '¿No fuiste tú?' },
    closing: [`${NOT_YOU}, cambia tu contraseña.`],
  }),
})

const alreadySent = (pesos = 0) =>
  pesos === 0
    ? []
    : [`${pesosFormat.format(pesos)} ya iban hacia ella: no los alcanzamos a cancelar.`]

/** Defines a message about a withdrawal that is on its way. */
const onItsWay = (
  name: string,
  where: AnyMessage['channels'],
  { heading, text, closing = [] }: { heading: string; text: string; closing?: string[] },
) =>
  defineMessage(name, 'money', {
    channels: where,
    words: (data: Facts, site) => ({
      subject: `${heading}: ${pesosFormat.format(data.pesos)}`,
      heading,
      paragraphs: [text],
      action: withdrawals(site),
      facts: factsOf(data),
      closing,
    }),
  })

export const withdrawalRequested = onItsWay('withdrawal_requested', channels.duty, {
  heading: 'Pediste un retiro',
  text: 'Lo apartamos de tu saldo. Una persona del equipo lo revisa antes de enviarlo.',
  closing: [`${NOT_YOU}, cancélalo en Retirar y cambia tu contraseña.`],
})

export const withdrawalApproved = onItsWay('withdrawal_approved', channels.onlyApp, {
  heading: 'Aprobamos tu retiro',
  text: 'Lo enviamos a tu cuenta en el próximo envío.',
})

export const withdrawalSent = onItsWay('withdrawal_sent', channels.onlyApp, {
  heading: 'Tu retiro va en camino',
  text: 'Según tu banco llega el mismo día o en uno o dos días hábiles. Te avisamos cuando llegue.',
})

export const withdrawalPaid = onItsWay('withdrawal_paid', channels.duty, {
  heading: 'Tu retiro llegó',
  text: 'El dinero ya está en tu cuenta.',
})

export const withdrawalCancelled = onItsWay('withdrawal_cancelled', channels.onlyApp, {
  heading: 'Cancelaste tu retiro',
  text: 'El dinero volvió a tu billetera.',
})

/** Defines a message about money that returned to the wallet, with the reason. */
const cameBack = (name: string, heading: string, subject = heading, advice: string[] = []) =>
  defineMessage(name, 'money', {
    channels: channels.duty,
    words: (data: Facts & { reason: string }, site) => ({
      ...{ subject, heading },
      // A debt can have taken the returned money.
      paragraphs: ['El dinero volvió a tu billetera. Si debías algo, lo pagó primero.', ...advice],
      action: withdrawals(site),
      facts: [...factsOf(data), ['Por qué', data.reason]],
      help: { title: '¿No estás de acuerdo?' },
    }),
  })

export const withdrawalFailed = cameBack(
  'withdrawal_failed',
  'Tu retiro no llegó',
  'Tu retiro no llegó: el dinero volvió a tu billetera',
)

export const withdrawalRejected = cameBack(
  'withdrawal_rejected',
  'No aprobamos tu retiro',
  'No aprobamos tu retiro: el dinero volvió a tu billetera',
)

export const withdrawalStopped = cameBack('withdrawal_stopped', 'Tu retiro no salió')

const RETURNED = 'El banco devolvió tu retiro'
export const withdrawalReturned = cameBack('withdrawal_returned', RETURNED, RETURNED, [
  'Antes de pedirlo otra vez, revisa el número y el titular de tu cuenta, o agrega otra.',
])

const withdrawals = (site: string) => ({ label: 'Ver mis retiros', url: `${site}/retirar` })

function factsOf({ pesos, account, reference }: Facts): [string, string][] {
  return [
    ['Valor', pesosFormat.format(pesos)],
    ['Cuenta', account],
    ['Referencia', reference],
  ]
}
