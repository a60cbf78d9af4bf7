import { cx } from './cx.ts'

/** A placeholder while something loads; set its final size by class. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('animate-skeleton rounded-control bg-line', className)} />
}

/** Several skeleton cards, announced once; not shown if loading takes less than 300 ms. */
export function SkeletonList({
  rows = 3,
  rowClass = 'h-32',
}: {
  rows?: number
  rowClass?: string
}) {
  const keys = Array.from({ length: rows }, (_, row) => `row-${row}`)
  return (
    <div role="status" className="grid animate-late gap-4">
      <span className="sr-only">Cargando…</span>
      {keys.map((key) => (
        <Skeleton key={key} className={cx('rounded-card', rowClass)} />
      ))}
    </div>
  )
}
