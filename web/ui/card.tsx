import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = ComponentProps<'div'> & { padded?: boolean }

/** A surface on the page with a hairline border and one soft shadow. */
export function Card({ padded = true, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={cx(
        'rounded-card border border-line bg-surface shadow-card',
        padded && 'p-4 sm:p-6',
        className,
      )}
    />
  )
}

type SectionProps = { title: ReactNode; aside?: ReactNode; className?: string; children: ReactNode }

/** A titled part of a screen, in its own card; `className` arranges what stands below the title. */
export function CardSection({ title, aside, className, children }: SectionProps) {
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-xl">{title}</h2>
        {aside}
      </div>
      {className ? <div className={className}>{children}</div> : children}
    </Card>
  )
}
