/** What people are told about roles of the team. */
import type { MailContent } from '#server/platform/room-message.ts'
import { NOT_YOU, occasion } from './mail-content.ts'

type Role = 'verifier' | 'support' | 'finance' | 'admin'

export type TeamMail =
  | { template: 'team_invitation'; data: { path: string; roles: readonly Role[]; days: number } }
  | {
      template: 'team_roles_changed'
      data: { what: 'given' | 'taken'; roles: readonly Role[]; at: string }
    }

const TEMPLATES: readonly string[] = [
  'team_invitation',
  'team_roles_changed',
] satisfies TeamMail['template'][]

export function isTeamMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: TeamMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

const WORDS: Record<Role, string> = {
  verifier: 'verificación',
  support: 'soporte',
  finance: 'finanzas',
  admin: 'administración',
}

const listFormat = new Intl.ListFormat('es-CO')

function listed(roles: readonly Role[]): string {
  return listFormat.format(roles.map((role) => WORDS[role]))
}

export function teamMail(mail: TeamMail, site: string): MailContent {
  if (mail.template === 'team_invitation') return invitation(mail.data, site)
  return rolesChanged(mail.data, site)
}

function invitation(
  { path, roles, days }: Extract<TeamMail, { template: 'team_invitation' }>['data'],
  site: string,
): MailContent {
  return {
    subject: 'Te invitaron al equipo de Cupo',
    heading: 'Te invitaron al equipo de Cupo',
    paragraphs: [
      `Te proponen trabajar en ${listed(roles)}.`,
      'Acepta con la cuenta de Cupo que tiene este correo confirmado; si no la tienes, créala.',
      'Después eliges un segundo paso: sin él no se abre ninguna pantalla del equipo.',
    ],
    action: { label: 'Ver la invitación', url: `${site}${path}` },
    facts: [['Vence en', `${days} días`]],
    closing: ['Si no la esperabas, ignora este mensaje: nada cambia. No reenvíes el enlace.'],
  }
}

function rolesChanged(
  { what, roles, at }: Extract<TeamMail, { template: 'team_roles_changed' }>['data'],
  site: string,
): MailContent {
  const given = what === 'given'
  const heading = given ? 'Tienes un rol en el equipo de Cupo' : 'Te quitaron un rol del equipo'
  return {
    subject: heading,
    heading,
    paragraphs: given
      ? [`Ya puedes trabajar en ${listed(roles)}. Antes, elige o confirma tu segundo paso.`]
      : [
          `Ya no trabajas en ${listed(roles)}. Cerramos tus sesiones: entra de nuevo.`,
          'Tu cuenta, tu saldo y tus viajes siguen igual.',
        ],
    action: given
      ? { label: 'Ir al equipo', url: `${site}/admin` }
      : { label: 'Entrar a Cupo', url: `${site}/login` },
    facts: occasion(at, null),
    closing: given
      ? [`${NOT_YOU}, escríbenos ahora mismo.`]
      : ['Si crees que es un error, habla con quien administra el equipo.'],
  }
}
