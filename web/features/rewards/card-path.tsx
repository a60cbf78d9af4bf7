import { Circle, CircleCheck } from 'lucide-react'
import type { CardProgress, Criterion } from '#contract/rewards.ts'
import { MemberCard } from '#web/domain/rewards/member-card.tsx'
import { dateShort } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { criterionWords, nextStep } from './reward-words.ts'

/** The person's card, and the steps to the next one. */
export function CardPath({ progress }: { progress: CardProgress }) {
  const { card, since, green, gold, activeDays } = progress
  const next = nextStep(progress)
  return (
    <CardSection title="Tu tarjeta">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {card ? (
          <MemberCard card={card} note={since && `Desde el ${dateShort(since)}`} />
        ) : (
          <p>Aún no tienes tarjeta. Llega sola, por la noche, cuando cumples los pasos.</p>
        )}
        {next && <p className="font-semibold">{next}</p>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Steps title="Pasos de la Green" steps={green} activeDays={activeDays} />
          <Steps title="Pasos de la Gold" steps={gold} activeDays={activeDays} />
        </div>
      </div>
    </CardSection>
  )
}

type StepsProps = { title: string; steps: readonly Criterion[]; activeDays: number }

function Steps({ title, steps, activeDays }: StepsProps) {
  return (
    <div>
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      <ul className="mt-2 grid gap-2">
        {steps.map((step) => (
          <li key={step.name} className="flex gap-2">
            {step.done ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
            )}
            <span>
              <span className="sr-only">{step.done ? 'Listo: ' : 'Falta: '}</span>
              {criterionWords(step, activeDays)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
