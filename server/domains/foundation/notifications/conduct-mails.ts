/** What a person is told about conduct: their own, and what they reported. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat } from './mail-content.ts'

type Kind = 'warned' | 'suspended' | 'expelled'

export type ConductMail =
  | { template: 'sanctioned'; data: { kind: Kind; reason: string; endsAt: string | null } }
  | { template: 'hearing_asked'; data: { note: string; until: string; isPaused: boolean } }
  | { template: 'pause_over'; data: { resumed: number; cancelled: number; seats: number } }
  | { template: 'text_hidden'; data: { what: 'message' | 'rating'; reason: string } }
  | { template: 'report_received'; data: Record<string, never> }
  | { template: 'report_decided'; data: { isUpheld: boolean } }
  | { template: 'appeal_received'; data: Record<string, never> }
  | { template: 'appeal_answered'; data: { isUpheld: boolean; answer: string } }

const TEMPLATES: readonly string[] = [
  'sanctioned',
  'hearing_asked',
  'pause_over',
  'text_hidden',
  'report_received',
  'report_decided',
  'appeal_received',
  'appeal_answered',
] satisfies ConductMail['template'][]

export function isConductMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: ConductMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

const headings: Record<Kind, string> = {
  warned: 'Recibiste una advertencia',
  suspended: 'Suspendimos tu cuenta por un tiempo',
  expelled: 'Cerramos tu cuenta a los viajes',
}

const meanings: Record<Kind, string> = {
  warned: 'Puedes seguir usando Cupo. Si se repite, suspendemos tu cuenta.',
  suspended:
    'Hasta esa fecha no puedes publicar ni reservar. Tus viajes de antes quedan en pausa, y los ' +
    'que sigan así 12 horas antes de salir se cancelan. Devolvimos los cupos que habías reservado.',
  expelled:
    'Ya no puedes publicar ni reservar, y cancelamos lo que tenías planeado. Tu saldo y lo que ' +
    'ganaste siguen siendo tuyos: puedes entrar a tu billetera y a tus datos.',
}

const TO_CONDUCT = 'Ver mi conducta'

export function conductMail(mail: ConductMail, site: string): MailContent {
  const action = { label: TO_CONDUCT, url: `${site}/conducta` }
  switch (mail.template) {
    case 'sanctioned':
      return sanctioned(mail.data, action)
    case 'hearing_asked':
      return hearingAsked(mail.data, action)
    case 'pause_over':
      return pauseOver(mail.data, action)
    case 'text_hidden':
      return textHidden(mail.data, action)
    case 'report_received':
      return {
        subject: 'Recibimos tu reporte',
        heading: 'Recibimos tu reporte',
        paragraphs: ['Una persona del equipo lo revisa y te avisamos. Nadie sabrá que fuiste tú.'],
        action,
        facts: [],
        closing: [],
      }
    case 'report_decided':
      return {
        subject: 'Decidimos sobre tu reporte',
        heading: 'Decidimos sobre tu reporte',
        paragraphs: [
          mail.data.isUpheld
            ? 'Encontramos una falta y tomamos medidas. Gracias por avisarnos.'
            : 'Con lo que sabemos no pudimos confirmar una falta. Si pasa otra vez, cuéntanos.',
        ],
        action,
        facts: [],
        closing: [],
      }
    case 'appeal_received':
      return {
        subject: 'Recibimos tu apelación',
        heading: 'Recibimos tu apelación',
        paragraphs: ['La responde otra persona del equipo, no quien puso la sanción.'],
        action,
        facts: [],
        closing: [],
      }
    case 'appeal_answered':
      return {
        subject: 'Respondimos tu apelación',
        heading: mail.data.isUpheld ? 'Levantamos la sanción' : 'La sanción se mantiene',
        paragraphs: [mail.data.answer],
        action,
        facts: [],
        closing: [],
      }
  }
}

function hearingAsked(
  { note, until, isPaused }: { note: string; until: string; isPaused: boolean },
  action: { label: string; url: string },
): MailContent {
  const heading = isPaused ? 'Pausamos tu cuenta mientras revisamos' : 'Queremos oír tu versión'
  return {
    subject: heading,
    heading,
    paragraphs: [
      `Motivo: ${note}`,
      'Antes de decidir queremos oírte: cuéntanos qué pasó en Conducta.',
      ...(isPaused
        ? [
            'Mientras tanto no puedes publicar ni reservar. Tus viajes no se venden; los que ' +
              'sigan así 12 horas antes de salir se cancelan y todo vuelve a tus pasajeros.',
            'Los cupos que reservaste se devuelven completos si sigues así 12 horas antes.',
            'Tu saldo y tus ganancias siguen siendo tuyos. No es una sanción.',
          ]
        : []),
    ],
    action: { ...action, label: 'Dar mi versión' },
    facts: [['Te oímos hasta', instantFormat.format(new Date(until))]],
    closing: [],
  }
}

function pauseOver(
  { resumed, cancelled, seats }: { resumed: number; cancelled: number; seats: number },
  action: { label: string; url: string },
): MailContent {
  const lines = [
    resumed > 0 && `Viajes tuyos que vuelven a venderse: ${resumed}.`,
    cancelled > 0 &&
      `Viajes tuyos que ya se habían cancelado y no vuelven: ${cancelled}. Tus pasajeros ` +
        'recibieron todo de vuelta; puedes publicarlos otra vez.',
    seats > 0 && `Cupos tuyos que ya se habían devuelto y no vuelven: ${seats}.`,
  ]
  return {
    subject: 'Tu cuenta vuelve a estar activa',
    heading: 'Tu cuenta vuelve a estar activa',
    paragraphs: ['Ya puedes publicar y reservar.', ...lines.filter((line) => line !== false)],
    action,
    facts: [],
    closing: [],
  }
}

function textHidden(
  { what, reason }: { what: 'message' | 'rating'; reason: string },
  action: { label: string; url: string },
): MailContent {
  const isRating = what === 'rating'
  const heading = isRating ? 'Ocultamos una calificación tuya' : 'Retiramos un mensaje tuyo'
  return {
    subject: heading,
    heading,
    paragraphs: [
      `Motivo: ${reason}`,
      isRating ? 'Ya nadie la ve y no cuenta en el promedio.' : 'Ya nadie lo ve.',
    ],
    action,
    facts: [],
    closing: ['No es una sanción: puedes usar Cupo como siempre.'],
  }
}

function sanctioned(
  { kind, reason, endsAt }: { kind: Kind; reason: string; endsAt: string | null },
  action: { label: string; url: string },
): MailContent {
  return {
    subject: headings[kind],
    heading: headings[kind],
    paragraphs: [`Motivo: ${reason}`, meanings[kind]],
    action,
    facts: endsAt ? [['Hasta', instantFormat.format(new Date(endsAt))]] : [],
    closing: ['Si no estás de acuerdo, apela en los próximos 15 días: responde otra persona.'],
  }
}
