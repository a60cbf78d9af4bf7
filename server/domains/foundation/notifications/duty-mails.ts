/** What people of the team are told about their duty. Never a name or a position. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat } from './mail-content.ts'

export type DutyMail =
  | { template: 'duty_call'; data: { kind: 'emergency' | 'drill'; pressedAt: string } }
  | { template: 'roster_gap'; data: { from: string; to: string; hours: number } }
  | { template: 'safety_late'; data: { path: string; since: string } }

const TEMPLATES: readonly string[] = [
  'duty_call',
  'roster_gap',
  'safety_late',
] satisfies DutyMail['template'][]

export function isDutyMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: DutyMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

export function dutyMail(mail: DutyMail, site: string): MailContent {
  switch (mail.template) {
    case 'duty_call':
      return mail.data.kind === 'drill' ? drill(mail.data, site) : emergency(mail.data, site)
    case 'roster_gap':
      return rosterGap(mail.data, site)
    case 'safety_late':
      return safetyLate(mail.data, site)
  }
}

const when = (at: string) => instantFormat.format(new Date(at))

/** The heading alone is what an SMS says. */
function emergency({ pressedAt }: { pressedAt: string }, site: string): MailContent {
  const heading = 'Emergencia en un viaje. Tómala ya'
  return {
    subject: heading,
    heading,
    paragraphs: ['Alguien pidió ayuda. Ábrela y toca «Lo tengo»: ahí ves cómo llamarle.'],
    action: { label: 'Abrir la emergencia', url: `${site}/admin/incidents` },
    facts: [['La marcó', when(pressedAt)]],
    closing: ['Si nadie la toma, en minutos llamamos a más personas del equipo.'],
  }
}

function drill({ pressedAt }: { pressedAt: string }, site: string): MailContent {
  const heading = 'SIMULACRO, no es una emergencia. Respóndelo'
  return {
    subject: heading,
    heading,
    paragraphs: ['Nadie está en peligro. Ábrelo y toca «Lo tengo», como en una emergencia.'],
    action: { label: 'Responder el simulacro', url: `${site}/admin/duty` },
    facts: [['Empezó', when(pressedAt)]],
    closing: ['Así sabemos que una emergencia de verdad te llega.'],
  }
}

function rosterGap(data: { from: string; to: string; hours: number }, site: string): MailContent {
  const hours = data.hours === 1 ? '1 hora' : `${data.hours} horas`
  return {
    subject: 'Hay horas sin nadie de guardia',
    heading: 'Hay horas sin nadie de guardia',
    paragraphs: [
      `Alguien dejó el equipo, y en los próximos 14 días quedan ${hours} sin nadie de guardia.`,
      'Mientras tanto, una emergencia a esas horas llama a quienes administran.',
    ],
    action: { label: 'Completar la guardia', url: `${site}/admin/duty` },
    facts: [['El primer hueco', `${when(data.from)} a ${when(data.to)}`]],
    closing: [],
  }
}

function safetyLate(data: { path: string; since: string }, site: string): MailContent {
  return {
    subject: 'Un aviso de seguridad sigue sin respuesta',
    heading: 'Un aviso de seguridad sigue sin respuesta',
    paragraphs: ['Pasaron más de 2 horas y nadie lo ha tomado.'],
    action: { label: 'Verlo', url: `${site}${data.path}` },
    facts: [['Llegó', when(data.since)]],
    closing: [],
  }
}
