import type { Avoided } from '#contract/impact.ts'
import { api } from '#web/lib/api.ts'
import { titled } from '#web/lib/brand.ts'
import { dateShort, number, plural } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { FundLines } from '#web/shared/journeys/fund-lines.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

export function meta() {
  return [
    { title: titled('Impacto ambiental') },
    {
      name: 'description',
      content: 'El CO₂ que evitan los viajes compartidos en Cupo, con la fórmula y la fecha.',
    },
  ]
}

/** CO₂ avoided by all people and by the signed-in person, and how it is computed. */
/** A factor with all its decimals. */
const exact = (value: number) => String(value).replace('.', ',')

export default function Impact() {
  const { user, status } = useAuth()
  const answer = useRead(['impact'], (signal) => api.impact.total({ signal }))
  return (
    <Page
      title="Impacto ambiental"
      lead="Lo que evitamos al llenar los carros que ya iban a salir."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {status === 'loading' && (
          <div data-audience="in">
            <OwnPlace />
          </div>
        )}
        {user && <Own />}
        <QueryState query={answer} what="las cifras" rows={2} rowClass="h-40" />
        {answer.data && <Total {...answer.data} />}
        <Fund />
      </div>
    </Page>
  )
}

type Total = Awaited<ReturnType<typeof api.impact.total>>

function Total({ asOf, measured, total, trips, factors }: Total) {
  return (
    <>
      <CardSection title="Entre todos">
        {measured ? (
          <Figures avoided={total} />
        ) : (
          <p>
            Llevamos {plural(trips, 'viaje terminado', 'viajes terminados')} con{' '}
            {plural(total.seats, 'cupo compartido', 'cupos compartidos')}: aún es poco para hablar
            de un resultado. Nuestra meta es reducir 30 % el CO₂ de los viajes que se comparten.
          </p>
        )}
        <p className="mt-3 text-sm text-muted">Calculado con datos hasta el {dateShort(asOf)}.</p>
      </CardSection>
      <CardSection title="Cómo lo calculamos">
        <p>
          Kilómetros de los cupos que viajaron × {exact(factors.carsPerSeat)} carros por cupo ÷
          {` ${exact(factors.kmPerGallon)} `}km por galón × {exact(factors.kgPerGallon)} kg de CO₂
          por galón de gasolina.
        </p>
        <ul className="mt-3 grid list-disc gap-2 pl-5 text-sm text-muted">
          <li>
            El CO₂ por galón es de la agencia ambiental de Estados Unidos (EPA-420-F-23-014, 2023).
          </li>
          <li>Los kilómetros por galón son los mismos del precio de los viajes.</li>
          <li>
            Suponemos que de cada cuatro cupos uno habría sido otro carro y los demás un bus, que
            sale de todas formas. Es un supuesto nuestro, y prudente.
          </li>
        </ul>
      </CardSection>
    </>
  )
}

/** The guarantee fund; it shows nothing while its answer is not there. */
function Fund() {
  const { data: fund } = useRead(['impact', 'fund'], (signal) => api.impact.fund({ signal }))
  return (
    <CardSection title="Fondo de garantía">
      <p className="mb-3">
        Guardamos una parte de la comisión para cuando falla un conductor. Si el fondo alcanza, paga
        la diferencia de otro carro, el cupo que perdió un segundo conductor, y lo viajado a quien
        se quedó en camino. No paga el bus de esa noche.
      </p>
      {fund && <FundLines fund={fund} />}
      {fund && !fund.covers && (
        <p className="mt-3">Hoy el fondo no alcanza para pagar la diferencia de otro carro.</p>
      )}
    </CardSection>
  )
}

const OwnPlace = () => <SkeletonList rows={1} rowClass="h-38" />

function Own() {
  const { data, isPending } = useRead(['impact', 'mine'], (signal) => api.impact.mine({ signal }))
  if (isPending) return <OwnPlace />
  if (!data) return null
  const { asPassenger, asDriver } = data
  if (asPassenger.seats + asDriver.seats === 0) {
    return (
      <CardSection title="Tus viajes">
        <p>Cuando termines tu primer viaje compartido verás aquí cuánto CO₂ evitaste.</p>
      </CardSection>
    )
  }
  return (
    <CardSection title="Tus viajes">
      <div className="grid gap-5 sm:grid-cols-2">
        {asPassenger.seats > 0 && <Side title="Como pasajero" avoided={asPassenger} />}
        {asDriver.seats > 0 && <Side title="Como conductor" avoided={asDriver} />}
      </div>
    </CardSection>
  )
}

function Side({ title, avoided }: { title: string; avoided: Avoided }) {
  return (
    <div>
      <h3 className="text-lg">{title}</h3>
      <p className="tnum font-display text-3xl font-extrabold">{number(avoided.co2Kg)} kg</p>
      <p className="text-sm text-muted">
        de CO₂ evitado en {plural(avoided.seats, 'cupo', 'cupos')} y {number(avoided.km)} km
      </p>
    </div>
  )
}

function Figures({ avoided }: { avoided: Avoided }) {
  const rows = [
    [`${number(avoided.co2Kg)} kg`, 'de CO₂ evitado'],
    [number(avoided.cars), 'carros menos en la vía'],
    [number(avoided.seats), 'cupos compartidos'],
  ] as const
  return (
    <dl className="grid gap-5 sm:grid-cols-3">
      {rows.map(([figure, text]) => (
        <div key={text} className="flex flex-col-reverse">
          <dt className="text-muted">{text}</dt>
          <dd className="tnum font-display text-3xl font-extrabold">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
