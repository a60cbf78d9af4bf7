import type { ReactNode } from 'react'

type CardHeadProps = { title: ReactNode; detail?: ReactNode; aside?: ReactNode }

/** Head of a card: its title, a smaller line below, and a pill at the end. */
export function CardHead({ title, detail, aside }: CardHeadProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <h2 className="text-xl wrap-anywhere">{title}</h2>
        {detail && <p className="text-sm text-muted wrap-anywhere">{detail}</p>}
      </div>
      {aside}
    </div>
  )
}
