import type { PaymentMode, Preferences } from '#contract/trips.ts'

export const paymentModeWords: Record<PaymentMode, { title: string; detail: string }> = {
  billetera: {
    title: 'Billetera Cupo',
    detail: 'El dinero se aparta al reservar y pasa al conductor cuando subes.',
  },
  directo: {
    title: 'Pago directo',
    detail: 'Le pagas al conductor en efectivo o transferencia al subir.',
  },
}

/** The same for the driver of the trip, who is paid. */
export const driverPaymentWords: Record<PaymentMode, string> = {
  billetera: 'El dinero se aparta al reservar y te llega cuando tu pasajero sube.',
  directo: 'Tu pasajero te paga en efectivo o transferencia al subir.',
}

export const luggageWords: Record<Preferences['luggage'], string> = {
  none: 'Sin espacio para equipaje',
  small: 'Maleta pequeña por persona',
  large: 'Maleta grande por persona',
}

type Badged = Pick<
  Preferences,
  'womenOnly' | 'verifiedOnly' | 'pets' | 'wheelchair' | 'childSeat'
> & { needsApproval: boolean; paymentModes: readonly PaymentMode[] }

/** Short facts on the card of a trip. */
export function tripBadges(trip: Badged): string[] {
  return [
    ...(trip.needsApproval ? ['Por solicitud'] : []),
    ...(trip.womenOnly ? ['Solo mujeres'] : []),
    ...(trip.verifiedOnly ? ['Solo verificados'] : []),
    ...(trip.pets ? ['Acepta mascotas'] : []),
    ...(trip.wheelchair ? ['Cabe silla de ruedas'] : []),
    ...(trip.childSeat ? ['Silla para niños'] : []),
    ...trip.paymentModes.map((mode) => paymentModeWords[mode].title),
  ]
}

export const talkWords: Record<Preferences['talk'], string> = {
  quiet: 'Prefiere ir en silencio',
  some: 'Conversa un poco',
  lots: 'Le gusta conversar',
}
