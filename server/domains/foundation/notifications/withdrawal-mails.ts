import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat, NOT_YOU, pesosFormat } from './mail-content.ts'

/** What happens to money that leaves. `account`: its name and the end of its number. */
type Facts = { pesos: number; reference: string; account: string }

export type WithdrawalMail =
  | {
      template: 'payout_account_added'
      /** `path`: where the person says that it was not them. */
      data: { account: string; masked: string; usableFrom: string; path: string }
    }
  | { template: 'payout_account_removed'; data: { account: string; masked: string } }
  | {
      template:
        | 'withdrawal_requested'
        | 'withdrawal_approved'
        | 'withdrawal_sent'
        | 'withdrawal_paid'
        | 'withdrawal_cancelled'
      data: Facts
    }
  | {
      template: 'withdrawal_failed' | 'withdrawal_rejected' | 'withdrawal_stopped'
      data: Facts & { reason: string }
    }

const PREFIXES = ['withdrawal_', 'payout_account_']

export function isWithdrawalMail<T extends { template: string }>(
  mail: T | WithdrawalMail,
): mail is WithdrawalMail {
  return PREFIXES.some((prefix) => mail.template.startsWith(prefix))
}

export function withdrawalMail(mail: WithdrawalMail, site: string): MailContent {
  switch (mail.template) {
    case 'payout_account_added':
      return accountAdded(mail.data, site)
    case 'payout_account_removed':
      return accountRemoved(mail.data, site)
    case 'withdrawal_failed':
    case 'withdrawal_rejected':
    case 'withdrawal_stopped':
      return cameBack(mail, site)
    default: {
      const { heading, text } = words[mail.template]
      const amount = pesosFormat.format(mail.data.pesos)
      return {
        subject: `${heading}: ${amount}`,
        heading,
        paragraphs: [text],
        action: withdrawals(site),
        facts: factsOf(mail.data),
        closing: mail.template === 'withdrawal_requested' ? [NOT_YOU_CANCEL] : [],
      }
    }
  }
}

const NOT_YOU_CANCEL = `${NOT_YOU}, cancélalo en Retirar y cambia tu contraseña.`

const words = {
  withdrawal_requested: {
    heading: 'Pediste un retiro',
    text: 'Lo apartamos de tu saldo. Una persona del equipo lo revisa antes de enviarlo.',
  },
  withdrawal_approved: {
    heading: 'Aprobamos tu retiro',
    text: 'Lo enviamos a tu cuenta en el próximo envío.',
  },
  withdrawal_sent: {
    heading: 'Tu retiro va en camino',
    text: 'Según tu banco llega hoy o en uno o dos días hábiles. Te avisamos cuando llegue.',
  },
  withdrawal_paid: { heading: 'Tu retiro llegó', text: 'El dinero ya está en tu cuenta.' },
  withdrawal_cancelled: {
    heading: 'Cancelaste tu retiro',
    text: 'El dinero está otra vez en tu saldo.',
  },
} as const

function accountAdded(
  data: { account: string; masked: string; usableFrom: string; path: string },
  site: string,
): MailContent {
  return {
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
  }
}

function accountRemoved(data: { account: string; masked: string }, site: string): MailContent {
  return {
    subject: 'Quitaste una cuenta de tus retiros',
    heading: 'Quitaste una cuenta de tus retiros',
    paragraphs: ['Ya no se puede retirar a ella.'],
    action: withdrawals(site),
    facts: [['Cuenta', `${data.account} ${data.masked}`]],
    closing: [`${NOT_YOU}, cambia tu contraseña y responde a este correo.`],
  }
}

const notSent = {
  withdrawal_failed: 'Tu retiro no llegó',
  withdrawal_rejected: 'No aprobamos tu retiro',
  withdrawal_stopped: 'Tu retiro no salió',
} as const

function cameBack(
  { template, data }: Extract<WithdrawalMail, { data: { reason: string } }>,
  site: string,
): MailContent {
  const heading = notSent[template]
  // A debt may have taken what came back.
  const stopped = template === 'withdrawal_stopped'
  return {
    subject: stopped ? heading : `${heading}: el dinero está en tu saldo`,
    heading,
    paragraphs: [
      stopped
        ? 'El dinero volvió a tu billetera. Si debías algo, primero se pagó con él.'
        : 'El dinero está otra vez en tu saldo.',
    ],
    action: withdrawals(site),
    facts: [...factsOf(data), ['Por qué', data.reason]],
    closing: ['Si crees que es un error, responde a este correo.'],
  }
}

const withdrawals = (site: string) => ({ label: 'Ver mis retiros', url: `${site}/retirar` })

function factsOf({ pesos, account, reference }: Facts): [string, string][] {
  return [
    ['Valor', pesosFormat.format(pesos)],
    ['Cuenta', account],
    ['Referencia', reference],
  ]
}
