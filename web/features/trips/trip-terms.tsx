import {
  BadgeCheck,
  Cigarette,
  CigaretteOff,
  Luggage,
  MessageCircle,
  Music,
  PawPrint,
  UsersRound,
  Venus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Preferences, TripView } from '#contract/trips.ts'
import { cancellationSentence } from '#web/domain/bookings/cancellation.ts'
import { luggageWords, paymentModeWords, talkWords } from '#web/domain/trips/trip-words.ts'
import { CardSection } from '#web/ui/card.tsx'
import type { TripPart } from './trip-part.ts'

type Line = { icon: ReactNode; text: string }

function lines(preferences: Preferences): Line[] {
  const icon = 'size-5'
  return [
    ...(preferences.womenOnly
      ? [
          {
            icon: <Venus className={icon} />,
            text: 'Solo mujeres verificadas; cada una reserva su cupo',
          },
        ]
      : []),
    ...(preferences.verifiedOnly
      ? [
          {
            icon: <BadgeCheck className={icon} />,
            text: 'Solo personas verificadas; cada una reserva su cupo',
          },
        ]
      : []),
    { icon: <Luggage className={icon} />, text: luggageWords[preferences.luggage] },
    {
      icon: <PawPrint className={icon} />,
      text: preferences.pets ? 'Acepta mascotas' : 'Sin mascotas',
    },
    {
      icon: preferences.smoking ? (
        <Cigarette className={icon} />
      ) : (
        <CigaretteOff className={icon} />
      ),
      text: preferences.smoking ? 'Se puede fumar' : 'Sin humo',
    },
    {
      icon: <Music className={icon} />,
      text: preferences.music ? 'Con música' : 'Sin música',
    },
    { icon: <MessageCircle className={icon} />, text: talkWords[preferences.talk] },
    ...(preferences.maxTwoInBack
      ? [{ icon: <UsersRound className={icon} />, text: 'Máximo dos personas atrás' }]
      : []),
  ]
}

type TripTermsProps = { trip: TripView; part: TripPart; now: Date }

/** Terms of the trip: preferences, payment modes, and the cancellation rule. */
export function TripTerms({ trip, part, now }: TripTermsProps) {
  return (
    <>
      <CardSection title="Cómo se viaja">
        <ul className="grid gap-3 sm:grid-cols-2">
          {lines(trip.preferences).map((line) => (
            <li key={line.text} className="flex items-center gap-3">
              <span aria-hidden="true" className="text-bosque">
                {line.icon}
              </span>
              {line.text}
            </li>
          ))}
        </ul>
        {trip.notes && (
          <blockquote className="mt-4 border-l-4 border-maiz pl-4 break-words whitespace-pre-line">
            {trip.notes}
          </blockquote>
        )}
      </CardSection>
      <CardSection title="Pago y cancelación">
        <dl className="grid gap-3">
          {trip.paymentModes.map((mode) => (
            <div key={mode}>
              <dt className="font-semibold">{paymentModeWords[mode].title}</dt>
              <dd className="text-muted">{paymentModeWords[mode].detail}</dd>
              <dd className="text-muted">{cancellationSentence(mode, part.from.at, now)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted">
          Si el conductor cancela, recuperas todo lo que pagaste en Cupo.
        </p>
      </CardSection>
    </>
  )
}
