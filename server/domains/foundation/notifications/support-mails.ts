/** What people are told about what they asked the team. Never the words themselves. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat } from './mail-content.ts'

export type SupportMail =
  | { template: 'ticket_confirm'; data: { path: string; days: number } }
  | { template: 'ticket_received'; data: { path: string; until: string } }
  | { template: 'ticket_answered'; data: { path: string; resolved: boolean } }
  | { template: 'ticket_given'; data: { path: string; until: string | null } }

const TEMPLATES: readonly string[] = [
  'ticket_confirm',
  'ticket_received',
  'ticket_answered',
  'ticket_given',
] satisfies SupportMail['template'][]

export function isSupportMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: SupportMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

export function supportMail(mail: SupportMail, site: string): MailContent {
  const action = (label: string) => ({ label, url: `${site}${mail.data.path}` })
  switch (mail.template) {
    case 'ticket_confirm':
      return {
        subject: 'Confirma tu mensaje a soporte',
        heading: 'Confirma que nos escribiste',
        paragraphs: ['Con tu confirmación, soporte recibe tu mensaje y te responde a este correo.'],
        action: action('Confirmar y enviar'),
        facts: [],
        closing: [
          `Si no lo confirmas en ${mail.data.days} días, lo borramos. Si no fuiste tú, ignóralo.`,
        ],
      }
    case 'ticket_received':
      return {
        subject: 'Recibimos tu mensaje',
        heading: 'Recibimos tu mensaje',
        paragraphs: ['Una persona de soporte lo lee y te responde en tu caso.'],
        action: action('Ver mi caso'),
        facts: [['Te respondemos antes de', instantFormat.format(new Date(mail.data.until))]],
        closing: [],
      }
    case 'ticket_answered':
      return {
        subject: mail.data.resolved ? 'Resolvimos tu caso' : 'Soporte te respondió',
        heading: mail.data.resolved ? 'Resolvimos tu caso' : 'Soporte te respondió',
        paragraphs: [
          mail.data.resolved
            ? 'Mira la respuesta y cuéntanos cómo te fue. Si falta algo, escribe ahí mismo.'
            : 'Mira la respuesta y sigue la conversación en tu caso.',
        ],
        action: action('Ver la respuesta'),
        facts: [],
        closing: [],
      }
    case 'ticket_given':
      return {
        subject: 'Te pasaron un caso de soporte',
        heading: 'Te pasaron un caso de soporte',
        paragraphs: ['Una persona del equipo te lo pasó. Mira el caso y lo que te anotó.'],
        action: action('Ver el caso'),
        facts: mail.data.until
          ? [['Se responde antes de', instantFormat.format(new Date(mail.data.until))]]
          : [],
        closing: [],
      }
  }
}
