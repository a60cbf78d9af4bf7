import { useState } from 'react'
import type { Redemption, Reward } from '#contract/rewards.ts'
import { api } from '#web/lib/api.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { dateShort } from '#web/lib/format.ts'
import { rewardKeys } from '#web/shared/rewards/reward-links.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { CodeText } from './code-text.tsx'
import { kindWords, points as pointsOf } from './reward-words.ts'

type CatalogueProps = { rewards: readonly Reward[]; points: number; hasGold: boolean }

/** Rewards that can be redeemed with points today. */
export function Catalogue({ rewards, points, hasGold }: CatalogueProps) {
  const [chosen, setChosen] = useState<Reward | null>(null)
  return (
    <CardSection title="Para canjear">
      {rewards.length === 0 ? (
        <EmptyState region="llano" title="Todavía no hay recompensas">
          Aún no tenemos aliados con descuentos o bonos. Tus puntos no se vencen: te esperan.
        </EmptyState>
      ) : (
        <ul className="grid divide-y divide-line">
          {rewards.map((reward) => (
            <li key={reward.id} className="py-4 first:pt-0 last:pb-0">
              <Item
                reward={reward}
                why={refusalOf(reward, { points, hasGold })}
                onChoose={() => setChosen(reward)}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen && <Redeem key={chosen.id} reward={chosen} onClose={() => setChosen(null)} />}
    </CardSection>
  )
}

/** Reason why a reward cannot be redeemed now; null when it can. */
function refusalOf(
  { stock, left, goldOnly, points: price }: Reward,
  { points, hasGold }: { points: number; hasGold: boolean },
): string | null {
  if (stock === 0) return 'Agotada'
  if (left === 0) return 'Ya la canjeaste'
  if (goldOnly && !hasGold) return 'Solo con tarjeta Gold'
  if (points < price) return `Te faltan ${pointsOf(price - points)}`
  return null
}

type ItemProps = { reward: Reward; why: string | null; onChoose: () => void }

function Item({ reward, why, onChoose }: ItemProps) {
  const { title, description, partner, kind, points, goldOnly, validUntil } = reward
  return (
    <article className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-lg wrap-anywhere">{title}</h3>
        {goldOnly && <StatusPill tone="warn">Gold</StatusPill>}
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {kindWords[kind]} · {partner} · hasta el {dateShort(validUntil)}
      </p>
      <p className="wrap-anywhere">{description}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="tnum font-semibold">{pointsOf(points)}</span>
        {why ? (
          <span className="text-muted">{why}</span>
        ) : (
          <Button size="sm" aria-label={`Canjear ${title}`} onClick={onChoose}>
            Canjear
          </Button>
        )}
      </div>
    </article>
  )
}

function Redeem({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const [redeemed, setRedeemed] = useState<Redemption | null>(null)
  const params = { rewardId: reward.id }
  const redeem = useAct(
    () =>
      sendConfirmed(`reward:${reward.id}`, params, (idempotencyKey) =>
        api.rewards.redeem({ params, body: {}, idempotencyKey }),
      ),
    { onDone: ({ redemption }) => setRedeemed(redemption), refresh: [rewardKeys.overview()] },
  )
  const footer = redeemed ? (
    <Button onClick={onClose}>Listo</Button>
  ) : (
    <>
      <Button variant="secondary" onClick={onClose} disabled={redeem.isPending}>
        Ahora no
      </Button>
      <Button run={redeem} pendingText="Canjeando…">
        Canjear {pointsOf(reward.points)}
      </Button>
    </>
  )
  const title = redeemed ? 'Tu código' : 'Confirma tu canje'
  return (
    <Sheet open onClose={onClose} title={title} footer={footer}>
      <p className="wrap-anywhere">
        {reward.title}, de {reward.partner}.
      </p>
      <ErrorBanner error={redeem.error} />
      {redeemed ? (
        <div role="status" className="grid gap-2">
          <CodeText code={redeemed.code} />
          <p className="text-muted">También queda en “Mis códigos”.</p>
        </div>
      ) : (
        <p className="text-muted">Un canje no se deshace. El código sirve una sola vez.</p>
      )}
    </Sheet>
  )
}
