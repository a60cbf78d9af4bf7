import type { Permission } from './permissions.ts'

type Area =
  | 'Hoy'
  | 'Seguridad'
  | 'Soporte'
  | 'Verificaciones'
  | 'Convivencia'
  | 'Retiros y casos'
  | 'Recompensas'
  | 'Precios y puntos'
  | 'Sistema'

type Row = {
  /** Permission to work on the queue and to open its screen. */
  permission: Permission
  /** Line of the desk's menu that leads to the screen. */
  area: Area
  /** Title of the screen, and a shorter one for "Hoy" and the tabs where it is too long. */
  title: string
  tab?: string
  /** Noun of an item, singular and plural. */
  one: string
  many: string
}

/** Queues of the team, the most urgent first; each has the name of its screen below `/admin/`. */
export const teamQueues = {
  incidents: {
    ...{ permission: 'incidents.handle', area: 'Seguridad' },
    ...{ title: 'Incidentes', one: 'abierto', many: 'abiertos' },
  },
  tickets: {
    ...{ permission: 'tickets.answer', area: 'Soporte' },
    ...{ title: 'Soporte', one: 'mensaje por responder', many: 'mensajes por responder' },
  },
  signatures: {
    ...{ permission: 'dashboard.view', area: 'Hoy' },
    ...{ title: 'Esperan tu segunda firma', tab: 'Segunda firma' },
    ...{ one: 'espera la tuya', many: 'esperan la tuya' },
  },
  verification: {
    ...{ permission: 'verification.review', area: 'Verificaciones' },
    ...{ title: 'Verificaciones', one: 'persona', many: 'personas' },
  },
  disputes: {
    ...{ permission: 'disputes.resolve', area: 'Convivencia' },
    ...{ title: 'Reclamos', one: 'por decidir', many: 'por decidir' },
  },
  conduct: {
    ...{ permission: 'conduct.decide', area: 'Convivencia' },
    ...{ title: 'Reportes y señales', one: 'caso', many: 'casos' },
  },
  appeals: {
    ...{ permission: 'conduct.decide', area: 'Convivencia' },
    ...{ title: 'Apelaciones', one: 'por responder', many: 'por responder' },
  },
  'rating-cases': {
    ...{ permission: 'disputes.resolve', area: 'Convivencia' },
    ...{ title: 'Calificaciones por revisar', tab: 'Calificaciones' },
    ...{ one: 'por revisar', many: 'por revisar' },
  },
  withdrawals: {
    ...{ permission: 'withdrawals.decide', area: 'Retiros y casos' },
    ...{ title: 'Retiros', one: 'por atender', many: 'por atender' },
  },
  'payment-cases': {
    ...{ permission: 'payments.cases', area: 'Retiros y casos' },
    ...{ title: 'Casos de pagos', one: 'abierto', many: 'abiertos' },
  },
  claims: {
    ...{ permission: 'people.reveal', area: 'Retiros y casos' },
    ...{ title: 'Plata de cuentas cerradas', tab: 'Cuentas cerradas' },
    ...{ one: 'reclamo sin resolver', many: 'reclamos sin resolver' },
  },
  'reward-reviews': {
    ...{ permission: 'rewards.manage', area: 'Recompensas' },
    ...{ title: 'Puntos por revisar', tab: 'Puntos', one: 'por revisar', many: 'por revisar' },
  },
  'safe-points': {
    ...{ permission: 'safe_points.vet', area: 'Precios y puntos' },
    ...{ title: 'Puntos seguros', one: 'por revisar', many: 'por revisar' },
  },
  deliveries: {
    ...{ permission: 'deliveries.manage', area: 'Sistema' },
    ...{ title: 'Envíos fallidos', one: 'mensaje', many: 'mensajes' },
  },
} as const satisfies Record<string, Row>

export type TeamQueue = keyof typeof teamQueues

export const TEAM_QUEUES = Object.keys(teamQueues) as [TeamQueue, ...TeamQueue[]]

/** Title of a queue where several are listed. */
export function shortTitle(queue: TeamQueue): string {
  const { title, tab }: Row = teamQueues[queue]
  return tab ?? title
}

/**
 * Office hours within which the team works on an item of a queue without a time of its own: the
 * time that support promises for an answer.
 */
export const QUEUE_OFFICE_HOURS = 48
