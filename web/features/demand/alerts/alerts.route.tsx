import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { unlisted } from '#web/lib/brand.ts'
import { today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth, useUser } from '#web/shared/access/auth/session.tsx'
import { SessionGate } from '#web/shared/access/auth/session-gate.tsx'
import { placesByIds } from '#web/shared/places/load-places.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { FromMail } from './from-mail.tsx'
import { useAlerts, useSwitchAlert } from './use-alerts.ts'
import { useChangeRequest, useRideRequests } from './use-ride-requests.ts'
import { WantedCard } from './wanted-card.tsx'
import { NEW, readSeed, readTerms, type WantedSeed } from './wanted-draft.ts'
import { type Saved, WantedForm } from './wanted-form.tsx'
import { listWanted, type Wanted } from './wanted-list.ts'

export const meta = unlisted('Busco cupo')

export default function Alerts() {
  const [params] = useSearchParams()
  // The token is in state, because the page removes it from the address.
  const [token] = useState(() => params.get('token'))
  const { status } = useAuth()
  const seed = readSeed(params, today())
  if (token !== null) return <FromMail token={token} />
  if (seed && status === 'signedOut') return <ForVisitor seed={seed} />
  return (
    <SessionGate>
      <MyWanted seed={seed} />
    </SessionGate>
  )
}

const TITLE = 'Busco cupo'
const LEAD = 'Te avisamos cuando salga el viaje que buscas. Si quieres, los conductores te invitan.'

/** View without a session: only the form, because the list needs an account. */
function ForVisitor({ seed }: { seed: WantedSeed }) {
  return (
    <Page title={TITLE} lead={LEAD}>
      <SeededForm seed={seed} onSaved={() => {}} />
    </Page>
  )
}

function MyWanted({ seed }: { seed: WantedSeed | null }) {
  const [params, setParams] = useSearchParams()
  const [blank, setBlank] = useState(params.get('buys') === '1')
  const [saved, setSaved] = useState<Saved | null>(null)
  const writing = blank || seed !== null
  const close = (done: Saved | null) => {
    setSaved(done)
    setBlank(false)
    setParams({}, { replace: true })
  }
  const form = { onCancel: () => close(null), onSaved: close }
  const begin = () => {
    setSaved(null)
    setBlank(true)
  }
  return (
    <Page
      title={TITLE}
      lead={LEAD}
      actions={
        !writing && (
          <Button variant="secondary" size="sm" onClick={begin}>
            Nueva búsqueda
          </Button>
        )
      }
    >
      {saved && !writing && <SavedBanner saved={saved} />}
      {writing &&
        (seed ? (
          <SeededForm key={params.toString()} seed={seed} {...form} />
        ) : (
          <TakesFocus>
            <BlankForm {...form} />
          </TakesFocus>
        ))}
      <List writing={writing} onChanged={() => setSaved(null)} />
    </Page>
  )
}

function SavedBanner({ saved }: { saved: Saved }) {
  const { email } = useUser()
  if (saved === 'shown') {
    return (
      <Banner tone="ok" title="Ya te ven los conductores">
        Te avisamos cuando alguien te invite o publique un viaje que te sirva.
      </Banner>
    )
  }
  if (saved === 'listed') {
    return (
      <Banner tone="ok" title="Tu lista está activa">
        Compramos el primer cupo que cumpla lo que pediste y te avisamos enseguida.
      </Banner>
    )
  }
  if (saved === 'created') {
    return (
      <Banner tone="ok" title="Alerta creada">
        Te escribiremos a {email}, a lo sumo una vez por hora. Puedes apagarla cuando quieras.
      </Banner>
    )
  }
  return (
    <Banner tone="info" title="Ya tenías esta alerta">
      Hay una activa para ese camino con días en común. Apágala si quieres cambiarla.
    </Banner>
  )
}

type FormProps = { onSaved: (saved: Saved) => void; onCancel?: () => void }

function BlankForm(props: FormProps) {
  const [params] = useSearchParams()
  const initial = { ...NEW, from: null, to: null, ...readTerms(params, today()) }
  return <WantedForm initial={initial} {...props} />
}

/** Shows the form after the names of the places in the address have loaded. */
function SeededForm({ seed, ...props }: FormProps & { seed: WantedSeed }) {
  const ids = [seed.from, seed.to]
  const places = useRead(queryKeys.places(ids), () => placesByIds(ids), {
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (places.isPending) return <SkeletonList rows={1} rowClass="h-112" />
  const named = (placeId: string) => places.data?.find((place) => place.id === placeId) ?? null
  const ends = { from: named(seed.from), to: named(seed.to) }
  return <WantedForm initial={{ ...NEW, ...seed, ...ends }} {...props} />
}

/** `onChanged`: after a search was switched or withdrawn, what was said of it is over. */
function List(props: { writing: boolean; onChanged: () => void }) {
  const alerts = useAlerts()
  const requests = useRideRequests()
  const waiting = [alerts, requests].find(({ data }) => !data)
  if (waiting) return <QueryState query={waiting} what="lo que buscas" rows={2} rowClass="h-40" />
  if (!alerts.data || !requests.data) return null
  const { active, past } = listWanted({ alerts: alerts.data, requests: requests.data })
  return <Groups {...{ active, past }} {...props} />
}

type GroupsProps = {
  active: readonly Wanted[]
  past: readonly Wanted[]
  writing: boolean
  onChanged: () => void
}

/** Both groups share the mutations: a changed search moves to the other group. */
function Groups({ active, past, writing, onChanged }: GroupsProps) {
  const alerts = useSwitchAlert(onChanged)
  const requests = useChangeRequest(onChanged)
  return (
    <>
      {active.length === 0 && !writing && (
        <EmptyState
          region="llano"
          title="No buscas cupo ahora"
          action={<ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>}
        >
          Busca tu camino: si aún no hay viajes, te escribimos cuando publiquen uno.
        </EmptyState>
      )}
      <Group title="Activas" wanted={active} {...{ alerts, requests }} />
      <Group title="Anteriores" wanted={past} {...{ alerts, requests }} />
    </>
  )
}

type GroupProps = {
  title: string
  wanted: readonly Wanted[]
  alerts: ReturnType<typeof useSwitchAlert>
  requests: ReturnType<typeof useChangeRequest>
}

function Group({ title, wanted, alerts, requests }: GroupProps) {
  if (wanted.length === 0) return null
  return (
    <section aria-label={`Búsquedas ${title.toLowerCase()}`} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {wanted.map((each) => (
          <li key={each.id}>
            <WantedCard wanted={each} alerts={alerts} requests={requests} />
          </li>
        ))}
      </ul>
    </section>
  )
}
