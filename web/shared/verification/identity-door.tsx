import type { TripView } from '#contract/trips.ts'
import { paths } from '#web/lib/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'

type DoorProps = { door: NonNullable<TripView['bookingDoor']>; returnTo: string }

/** The one button that leads to what a person lacks for a trip with a condition, and back. */
export function IdentityDoor({ door: { needs, inReview }, returnTo }: DoorProps) {
  const isForWomen = needs === 'women_only'
  return (
    <ButtonLink
      to={paths.identity(returnTo, isForWomen ? 'mujer' : 'identidad')}
      variant={inReview ? 'secondary' : 'primary'}
    >
      {inReview && 'En revisión'}
      {!inReview && (isForWomen ? 'Viajar solo con mujeres: verifícate' : 'Verifica tu identidad')}
    </ButtonLink>
  )
}
