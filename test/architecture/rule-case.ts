import type { RuleName } from './rules.ts'

/** Texts of files by path. */
export type Tree = Record<string, string>

/** A tree of files that breaks a rule, and one that does not. */
export interface Case {
  rule: RuleName
  bad: Tree
  good: Tree
  /** Expected violations in `bad`, as `path:line`. */
  at: string[]
}
