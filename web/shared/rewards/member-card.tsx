import type { Card } from '#contract/rewards.ts'
import { brand } from '#web/lib/brand.ts'
import { cx } from '#web/ui/cx.ts'
import { LogoMark } from '#web/ui/logo.tsx'

export const cardNames: Record<Card, string> = { green: 'Green', gold: 'Gold' }

const looks: Record<Card, string> = { green: 'bg-band text-on-band', gold: 'bg-maiz text-on-maiz' }

export function MemberCard({ card, note }: { card: Card; note?: string | null }) {
  return (
    <div className={cx('grid gap-8 rounded-card p-5 sm:p-6', looks[card])}>
      <span className="flex items-center justify-between font-display text-lg font-bold">
        {brand.name}
        <LogoMark mono className="size-8" />
      </span>
      <div>
        <h3 className="text-3xl">Tarjeta {cardNames[card]}</h3>
        {note && <p className="mt-1">{note}</p>}
      </div>
    </div>
  )
}
