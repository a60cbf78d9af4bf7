import type { FundView } from '#contract/back-office-ledger.ts'
import { wordOf } from '#contract/desk-words.ts'
import { api } from '#web/lib/api.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { monthName } from '#web/lib/month-name.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { FundLines } from '#web/shared/journeys/fund-lines.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Line, Some } from './desk-parts.tsx'

/** The guarantee fund: what it has, in and out by month, who got most, settings, what to sign. */
export function Screen() {
  const answer = useNeeded(['fund'], (signal) => api.backOffice.showFund({ signal }))
  return (
    <Page
      title="Fondo de garantía"
      lead="Paga la diferencia de otro carro, un cupo perdido o la ayuda en camino, si alcanza."
      width="page"
    >
      {!answer && <SkeletonList rows={3} rowClass="h-40" />}
      {answer && <Fund {...answer} />}
    </Page>
  )
}

/** The limit of the month, and never more than the fund has. */
const leftOf = ({ monthLeft, balance }: FundView['fund']) =>
  Math.max(0, Math.min(monthLeft, balance))

function Fund({ fund, months, receivers, settings, open }: FundView) {
  const known = new Set(months.map(({ month }) => month))
  return (
    <>
      <CardSection title="Este mes">
        <FundLines fund={fund} />
        <p className="tnum mt-3 text-sm text-muted">
          {fund.covers
            ? `Para otro carro quedan ${pesos(leftOf(fund))} este mes.`
            : 'Hoy no paga otro carro: no tiene para veinte diferencias promedio.'}
        </p>
      </CardSection>
      <Some
        title="Por firmar"
        total={open.length}
        none="Nada espera una firma."
        items={open}
        to={({ person }) => deskLinks.person(person.id)}
      >
        {({ kind, pesos: sum, person, at, firstBy }) => (
          <Line
            head={`${wordOf(kind)} · ${pesos(sum)}`}
            foot={
              `${person.name} · ${moment(at)}` +
              (firstBy ? ` · ya firmó ${firstBy.name}, falta otra persona` : '')
            }
          />
        )}
      </Some>
      <CardSection
        title="Reglas que valen hoy"
        aside={<Link to="/admin/prices?ver=fondo">Cambiar</Link>}
      >
        <p className="tnum">
          {`Recibe ${settings.share} % de la comisión de cada día. Cubre hasta ` +
            `${settings.coverPercent} % del pasaje anterior y ${pesos(settings.coverMax)}, ` +
            'dos veces en 90 días por persona.'}
        </p>
      </CardSection>
      <Some
        title="Quién ha recibido más en un año"
        total={receivers.length}
        none="Nadie ha recibido nada."
        items={receivers}
        to={({ id }) => deskLinks.person(id)}
      >
        {({ name, pesos: sum, cases }) => (
          <Line head={name} foot={`${pesos(sum)} en ${plural(cases, 'caso', 'casos')}`} />
        )}
      </Some>
      {[...known].map((month) => (
        <CardSection key={month} title={`En ${monthName(month)}`}>
          <FundLines fund={{ lines: months.filter((line) => line.month === month) }} />
        </CardSection>
      ))}
    </>
  )
}
