import type { DeskPayment } from '#contract/back-office-payments.ts'
import type { BookingStatus } from '#contract/booking-view.ts'
import { dateShort, time } from '#web/lib/format.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

type Words = { text: string; tone: PillTone }

/** Date with year, and time; dates that travellers read have no year. */
export const moment = (when: string): string => `${dateShort(when)} · ${time(when)}`

export const bookingWords: Record<BookingStatus, Words> = {
  requested: { text: 'Pedida', tone: 'warn' },
  confirmed: { text: 'Confirmada', tone: 'ok' },
  rejected: { text: 'No aceptada', tone: 'err' },
  expired: { text: 'Sin respuesta', tone: 'neutral' },
  checked_in: { text: 'A bordo', tone: 'info' },
  completed: { text: 'Completada', tone: 'ok' },
  cancelled_by_passenger: { text: 'Cancelada por pasajero', tone: 'neutral' },
  cancelled_by_driver: { text: 'Cancelada por conductor', tone: 'err' },
  no_show: { text: 'No se presentó', tone: 'err' },
  trip_cancelled: { text: 'Viaje cancelado', tone: 'err' },
}

export const paymentWords: Record<DeskPayment['status'], Words> = {
  open: { text: 'Sin pagar', tone: 'warn' },
  approved: { text: 'Acreditada', tone: 'ok' },
  reversed: { text: 'Devuelta', tone: 'err' },
  abandoned: { text: 'Abandonada', tone: 'neutral' },
}

/** Spanish words for codes of the program in lists; an unknown code is shown unchanged. */
const words: Record<string, string> = {
  // Documents
  identity_front: 'Cédula, frente',
  identity_back: 'Cédula, respaldo',
  selfie: 'Selfie',
  licence: 'Licencia de conducción',
  property_card: 'Tarjeta de propiedad',
  soat: 'SOAT',
  technical_review: 'Revisión técnico-mecánica',
  pending: 'Por revisar',
  superseded: 'Reemplazado',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  // Withdrawals
  requested: 'Por aprobar',
  sending: 'Enviándose',
  sent: 'En camino',
  paid: 'Pagado',
  failed: 'No llegó',
  cancelled: 'Cancelado',
  // Sanctions
  warned: 'Advertencia',
  lifted: 'Sanción levantada',
  paused: 'Pausa mientras se revisa',
  suspended: 'Suspensión',
  expelled: 'Expulsión',
  // Tickets
  safety: 'Seguridad',
  money: 'Dinero',
  booking: 'Reserva',
  account: 'Cuenta',
  other: 'Otro',
  open: 'Abierto',
  waiting: 'Espera a la persona',
  resolved: 'Resuelto',
  unconfirmed: 'Sin confirmar',
  // People
  passenger: 'Pasajero',
  driver: 'Conductor',
  verifier: 'Verificación',
  support: 'Soporte',
  finance: 'Finanzas',
  admin: 'Administración',
  new: 'Nuevo',
  regular: 'Regular',
  trusted: 'De confianza',
  outstanding: 'Destacado',
  billetera: 'Billetera',
  directo: 'Directo',
  // Events of trips and bookings
  trip_published: 'Viaje publicado',
  trip_cancelled: 'Viaje cancelado',
  trip_completed: 'Viaje terminado',
  trip_paused: 'Viaje en pausa',
  journey_started: 'Salió',
  journey_finished: 'Llegó',
  disputed: 'En reclamo',
  meeting_changed: 'Cambió el punto de encuentro',
  segment_changed: 'Cambió el tramo',
  trip_moved: 'Cambió la hora del viaje',
  accepted: 'Aceptada',
  confirmed: 'Confirmada',
  checked_in: 'A bordo',
  completed: 'Completada',
  expired: 'Sin respuesta',
  no_show: 'No se presentó',
  cancelled_by_passenger: 'Cancelada por pasajero',
  cancelled_by_driver: 'Cancelada por conductor',
  // Ways to pay, as the gateway names them
  CARD: 'Tarjeta',
  PSE: 'PSE',
  NEQUI: 'Nequi',
  DAVIPLATA: 'Daviplata',
  BANCOLOMBIA_TRANSFER: 'Bancolombia',
  BANCOLOMBIA_QR: 'QR de Bancolombia',
  BANCOLOMBIA_COLLECT: 'Corresponsal Bancolombia',
  BANCOLOMBIA_BNPL: 'Bancolombia a cuotas',
  // Movements of the ledger
  topup: 'Recarga',
  topup_reversal: 'Recarga devuelta',
  topup_debt: 'Deuda por recarga devuelta',
  topup_refund: 'Recarga devuelta por el equipo',
  team_credit: 'Crédito de Cupo',
  topup_suspense: 'Segundo cobro, apartado',
  suspense_return: 'Segundo cobro, devuelto',
  debt_repayment: 'Pago de deuda',
  fare: 'Cupo',
  commission: 'Comisión',
  fare_return: 'Devolución de cupo',
  fare_debt: 'Deuda por devolución',
  commission_return: 'Devolución de comisión',
  withdrawal: 'Retiro',
  adjustment: 'Ajuste',
  points_trip: 'Puntos por viaje',
  points_referral: 'Puntos por invitar',
  points_redeemed: 'Puntos usados',
  points_undone: 'Puntos retirados',
  wallet: 'Billetera',
  points: 'Puntos',
  receivable: 'Deuda',
  gateway: 'Pasarela',
  revenue: 'Ingresos',
  payouts: 'Retiros en camino',
  suspense: 'Segundos cobros',
  credits: 'Créditos de Cupo',
  money_act: 'Crédito o devolución',
  rewards: 'Puntos emitidos',
  payment: 'Recarga',
  operator: 'Operador',
  redemption: 'Recompensa',
  referral: 'Invitación',
  post: 'Cobrado',
  void: 'Liberado',
  expire: 'Vencido',
  transfer: 'Movimiento',
}

export const wordOf = (word: string): string => words[word] ?? word
