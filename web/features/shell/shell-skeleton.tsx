import { Logo } from '#web/ui/logo.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

/** Skeleton of the site's frame, without session or data. */
export function ShellSkeleton() {
  return (
    <>
      <div className="border-b border-line bg-surface">
        <div className="mx-auto flex h-16 max-w-page items-center px-4 sm:px-6">
          <Logo />
        </div>
      </div>
      <main className="mx-auto w-full max-w-flow px-4 py-10 sm:px-6">
        <SkeletonList />
      </main>
    </>
  )
}
