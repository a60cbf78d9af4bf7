import type { Dashboard } from '#contract/statistics.ts'
import { dayInSentence, number, pesos, plural } from '#web/lib/format.ts'
import { monthName } from '#web/lib/month-name.ts'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Charts, DayChart } from './day-chart.tsx'
import { Figure, Figures } from './figure.tsx'

type Money = NonNullable<Dashboard['money']>

/** Share of the finished top-ups that were declined. */
function declinedShare({ credited, declined }: Money['current']): number {
  const ended = credited + declined
  return ended === 0 ? 0 : Math.round((declined / ended) * 100)
}

const percent = (value: number) => `${value} %`

type MoneyProps = {
  money: Money
  /** Days of the sums, in words. */
  period: string
  /** Whether all days are counted; sums of some days prove nothing. */
  isComplete: boolean
}

/** Money moved in the period, and the money that Cupo holds: computed from the ledger. */
export function MoneyFigures({ money, period, isComplete }: MoneyProps) {
  return (
    <>
      <CardSection title={`Dinero movido ${period}`}>
        <Moved money={money} />
        <Charts>
          <DayChart
            title="Dinero en pesos"
            rows={money.byDay}
            write={pesos}
            series={[
              { key: 'pesos', name: 'Recargado' },
              { key: 'fares', name: 'Pasajes por billetera' },
              { key: 'payouts', name: 'Retirado' },
            ]}
          />
          <DayChart
            title="Comisión en pesos"
            rows={money.byDay}
            write={pesos}
            series={[{ key: 'commission', name: 'Comisión' }]}
          />
        </Charts>
      </CardSection>
      <Float money={money} isComplete={isComplete} />
      {money.texts.length > 0 && (
        <CardSection title="Mensajes al celular, por mes">
          <Figures>
            {money.texts.map(({ month, channel, count, pesos: cost }) => (
              <Figure
                key={`${month} ${channel}`}
                label={`${channel === 'sms' ? 'SMS' : 'WhatsApp'}, ${monthName(month)}`}
                value={pesos(cost)}
                note={plural(count, 'mensaje', 'mensajes')}
              />
            ))}
          </Figures>
        </CardSection>
      )}
    </>
  )
}

function Moved({ money: { current, before } }: { money: Money }) {
  const sums = [
    ['Pasajes por billetera', 'fares'],
    ['Comisión de Cupo', 'commission'],
    ['Recargado', 'pesos'],
    ['Retirado a bancos', 'payouts'],
  ] as const
  return (
    <Figures>
      {sums.map(([label, key]) => (
        <Figure
          key={key}
          label={label}
          value={pesos(current[key])}
          now={current[key]}
          before={before[key]}
          write={pesos}
        />
      ))}
      <Figure
        label="Recargas acreditadas"
        value={number(current.credited)}
        now={current.credited}
        before={before.credited}
      />
      <Figure
        label="Recargas rechazadas"
        value={percent(declinedShare(current))}
        note={`${number(current.declined)} sin pagar; antes ${percent(declinedShare(before))}`}
      />
    </Figures>
  )
}

/**
 * Compares the money of people with the money at the gateway and the bank. Credits and debts are
 * paid from Cupo's own money, so that a negative rest is what Cupo puts in, not money that is lost.
 */
function Verdict({ rest, isComplete }: { rest: number; isComplete: boolean }) {
  if (!isComplete) return <StatusPill tone="neutral">Sin comparar: se está contando</StatusPill>
  if (rest < 0) return <StatusPill tone="warn">Cupo pone {pesos(-rest)}</StatusPill>
  return <StatusPill tone="ok">Alcanza</StatusPill>
}

/** The money of people against the money at the gateway and the bank, now and by day. */
function Float({ money, isComplete }: Omit<MoneyProps, 'period'>) {
  const { now, due, compared, byDay } = money
  const rest = now.inBank - now.float
  return (
    <CardSection
      title="Dinero de las personas y en el banco, hoy"
      aside={<Verdict rest={rest} isComplete={isComplete} />}
    >
      <Figures>
        <Figure
          label="De las personas"
          value={pesos(now.float)}
          note={`${pesos(now.free)} libres, ${pesos(now.held)} apartados`}
        />
        <Figure
          label="En pasarela y banco, según el libro"
          value={pesos(now.inBank)}
          note={comparedText(compared)}
        />
        {isComplete && (
          <Figure
            label="Diferencia, de Cupo"
            value={pesos(rest)}
            note="La comisión, menos los créditos de Cupo y las deudas"
          />
        )}
        <Figure
          label="Retiros por pagar"
          value={pesos(due.pesos)}
          note={plural(due.count, 'retiro abierto', 'retiros abiertos')}
        />
        <Figure label="Lo que deben a Cupo" value={pesos(now.owed)} />
      </Figures>
      <Charts>
        <DayChart
          title="Pesos de las personas y en el banco"
          isState
          rows={byDay}
          write={pesos}
          series={[
            { key: 'float', name: 'De las personas' },
            { key: 'inBank', name: 'Pasarela y banco' },
          ]}
        />
        <DayChart
          title="Dinero de las personas"
          isState
          rows={byDay}
          write={pesos}
          series={[
            { key: 'free', name: 'Libre' },
            { key: 'held', name: 'Apartado' },
            { key: 'owed', name: 'Deudas' },
          ]}
        />
      </Charts>
    </CardSection>
  )
}

/** When the ledger was last compared with the gateway and with a statement of the bank. */
function comparedText({ gatewayAt, bankUntil }: Money['compared']): string {
  const gateway = gatewayAt ? `la pasarela ${dayInSentence(gatewayAt)}` : 'la pasarela: todavía no'
  const bank = bankUntil ? `un extracto hasta ${dayInSentence(bankUntil)}` : 'el banco: todavía no'
  return `Comparado con ${gateway}; con ${bank}`
}
