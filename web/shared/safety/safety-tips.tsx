import { ShieldCheck } from 'lucide-react'
import type { PaymentMode } from '#contract/trips.ts'

const SHARE = 'Comparte tu viaje con alguien de confianza desde el tiquete.'

/** Tips after booking: who pays the driver directly is not told to give no money. */
export const bookedTips: Record<PaymentMode, readonly string[]> = {
  billetera: [
    SHARE,
    'Tu pasaje va por la billetera: no des más dinero ni tus datos. Cupo nunca los pide por chat.',
  ],
  directo: [
    SHARE,
    'Paga solo al subir y lo que dice tu reserva. No des tus datos: Cupo nunca los pide por chat.',
  ],
}

export const dayTips = [
  'Antes de subir, compara la placa y la foto del conductor.',
  'Súbete y bájate en el punto acordado, con luz y con gente.',
  'Si algo no te gusta, no te subas: tu seguridad vale más que el cupo.',
] as const

export const driverTips = [
  'Lee el QR de cada pasajero antes de salir.',
  'No lleves encomiendas de desconocidos.',
  'Descansa cada dos horas y recoge solo a quien reservó en Cupo.',
] as const

export function SafetyTips({ tips }: { tips: readonly string[] }) {
  return (
    <section aria-label="Consejos de seguridad" className="rounded-control bg-bosque-soft p-4">
      <ul className="grid gap-2">
        {tips.map((tip) => (
          <li key={tip} className="flex items-start gap-2">
            <ShieldCheck className="mt-0.5 size-5 shrink-0 text-bosque" />
            <span className="min-w-0">{tip}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
