// List of the rules, with the sentence that a failing test shows.
import * as budgets from './budgets.ts'
import { groupsAreNamedAfterTheirModule } from './contract-groups.ts'
import { noCycles } from './cycles.ts'
import { databaseIsDeclared } from './declared.ts'
import * as docs from './docs.ts'
import * as imports from './imports.ts'
import { foldersAreShallow } from './levels.ts'
import * as names from './names.ts'
import {
  insertsNameTheirColumns,
  platformNamesNoDomain,
  tablesAreWrittenByTheirModule,
} from './ownership.ts'
import * as purity from './purity.ts'
import type { Rule } from './source.ts'
import { functionsHaveTheirFile, sqlFunctionsAreShort } from './sql-functions.ts'

export const RULES = {
  'a module imports only its own layer and lower ones': imports.modulesImportDownwards,
  'modules of a layer have no cycle': imports.modulesHaveNoCycle,
  'folders of the web have no cycle': imports.webFoldersHaveNoCycle,
  'a module is imported through its index': imports.modulesArePrivate,
  'platform and modules import nothing from above': imports.serverPartsStayBelow,
  'web and server meet only in the contract': imports.sidesStayApart,
  'a feature does not import another feature': imports.featuresStayApart,
  'several features use each part of web/shared': imports.domainPartsAreShared,
  'web/ui and web/lib know no domain': imports.uiAndLibKnowNoDomain,
  'web folders are named as in the server': names.webFoldersMatchServer,
  'a contract group has the name of its module': groupsAreNamedAfterTheirModule,
  'the contract imports zod and itself': imports.contractStandsAlone,
  'imports carry an extension and do not climb out': imports.importsAreSpelledAlike,
  'no import cycles': noCycles,
  'a module has at most eight levels of imports': foldersAreShallow,
  'SQL lives in *.queries.ts': purity.sqlInQueriesOnly,
  'inserts name their columns': insertsNameTheirColumns,
  'a table is written by its module': tablesAreWrittenByTheirModule,
  'a module declares each table and function': databaseIsDeclared,
  'a function of the database is defined once, in its file or that of its topic':
    functionsHaveTheirFile,
  'functions of the database are short': sqlFunctionsAreShort,
  'platform names no domain': platformNamesNoDomain,
  'only config.ts reads the environment': purity.environmentInConfigOnly,
  'only clock.ts asks for the time': purity.timeFromClockOnly,
  'only two files use the storage of a browser': purity.storageHasOwners,
  'what was read stays when a later reading fails': purity.readDataStays,
  'a lost part of a screen does not end the screen': purity.lostPartsWait,
  'words of a screen keep their space': purity.wordsKeepTheirSpace,
  'a label has the words that it stands for': purity.namesHaveTheirWords,
  'browser tests take the time from the site': purity.siteTimeInBrowserTests,
  'browser tests wait for a state': purity.browserTestsWaitForStates,
  'routes pass the actor on whole': purity.routesPassTheActorOn,
  'a row that fails stops no other': purity.rowsStopNoOther,
  'files are short': budgets.filesAreShort,
  'functions are short': budgets.functionsAreShort,
  'lines are short': budgets.linesAreShort,
  'route handlers are short': budgets.handlersAreShort,
  'file names are kebab-case': names.namesAreKebabCase,
  'file names say something': names.namesSaySomething,
  'file roles are known': names.rolesAreKnown,
  'tests lie where they run': names.testsLieWhereTheyRun,
  'exports are named': names.exportsAreNamed,
  'no barrels': names.noBarrels,
  'no .only': names.noOnly,
  'documented commands exist': docs.documentedCommandsExist,
  'cited documents exist': docs.citedDocumentsExist,
  'decisions are numbered, short and listed': docs.decisionsAreListed,
  'documented files exist': docs.documentedFilesExist,
  'ARCHITECTURE.md lists every module': docs.architectureListsTheModules,
  'walks of ARCHITECTURE.md lead somewhere': docs.walksLeadSomewhere,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
