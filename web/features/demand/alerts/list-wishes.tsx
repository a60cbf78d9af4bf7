import type { ReactNode } from 'react'
import { textInForce } from '#contract/consent-texts.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, hasCode } from '#web/lib/api-error.ts'
import { pesos, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { IdentityDoor } from '#web/shared/verification/identity-door.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { pathOf, type SWITCHES, type WantedDraft } from './wanted-draft.ts'

const NOTICES = [
  [30, 'Hasta 30 minutos antes de salir'],
  [60, 'Hasta 1 hora antes de salir'],
  [180, 'Hasta 3 horas antes de salir'],
  [720, 'Hasta 12 horas antes de salir'],
  [1440, 'Hasta un día antes de salir'],
] as const

type WishesProps = {
  draft: WantedDraft
  change: (next: Partial<WantedDraft>) => void
  /** False for a visitor, who has no wallet. */
  signedIn: boolean
}

/** What a list that buys may buy, what it costs, and the consent that saving it gives. */
export function ListWishes({ draft, change, signedIn }: WishesProps) {
  const wish = (name: (typeof SWITCHES)[number]) => ({
    checked: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.checked }),
  })
  return (
    <>
      <Select
        label="Comprar"
        value={draft.notice}
        onChange={({ target }) => change({ notice: target.value })}
        options={NOTICES.map(([minutes, label]) => ({ value: String(minutes), label }))}
      />
      <Switch
        label="También con un cambio de carro"
        hint="Compramos los dos carros o ninguno. El máximo es por los dos."
        {...wish('withChange')}
      />
      <Switch
        label="También de noche"
        hint="Si no, lo que se libere de 9 p. m. a 7 a. m. para salir antes de las 10 a. m. lo
          compramos a las 7, si aún está."
        {...wish('atNight')}
      />
      <Switch label="Solo carros para mujeres" {...wish('womenOnly')} />
      <Switch label="Solo con personas verificadas" {...wish('verifiedOnly')} />
      <Switch label="Solo carros que llevan mascotas" {...wish('pets')} />
      <Switch label="Solo carros con espacio para silla de ruedas" {...wish('wheelchair')} />
      {signedIn && (
        <ListMoney {...draft} back={pathOf(draft)}>
          {(today) => <Banner tone="ok">{today}: alcanza.</Banner>}
        </ListMoney>
      )}
      <p className="text-sm text-muted">{textInForce('list_purchase', today()).text}</p>
    </>
  )
}

type ListMoneyProps = {
  maxPrice: number | null
  seats: number
  /** Address to which a top-up leads back. */
  back: string
  /** What is said when the wallet suffices; nothing without it. */
  children?: (today: string) => ReactNode
}

/** Whether the wallet suffices now. The list is made either way: the money counts at its turn. */
export function ListMoney({ maxPrice, seats: wanted, back, children }: ListMoneyProps) {
  const balance = useRead(
    queryKeys.balance(),
    async (signal) => (await api.wallet.balance({ signal })).balance,
    { staleTime: 0 },
  )
  if (balance.data === undefined || !maxPrice) return null
  const missing = maxPrice * wanted - balance.data
  const today = `Pagamos con tu billetera. Hoy tienes ${pesos(balance.data)}`
  if (missing <= 0) return children?.(today)
  return (
    <Banner tone="warn">
      {today}: te faltan {pesos(missing)}. Si en tu turno no alcanza, sigue otra persona.{' '}
      <Link to={paths.wallet({ amount: missing, returnTo: back })}>Recargar</Link>
    </Banner>
  )
}

/** A refusal with the door to what is missing, which leads back to the address `back`. */
export function Refusal({ error, back }: { error: Error; back: string }) {
  const needs = (['women_only', 'verified_only'] as const).find((code) => hasCode(error, code))
  return (
    <div className="grid gap-3">
      <ErrorBanner error={error} />
      {needs && <IdentityDoor door={{ needs, inReview: false }} returnTo={back} />}
      {error instanceof ApiError && error.code === 'list_needs_identity' && (
        <ButtonLink to={paths.identity(back, 'identidad')}>Verifica tu identidad</ButtonLink>
      )}
    </div>
  )
}
