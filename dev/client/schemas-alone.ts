import ts from 'typescript';
import type { Plugin } from 'vite';

/** The functions that declare procedures, and what of a declaration the package has. */
const DECLARING = new Set(['query', 'confidentialQuery', 'mutation']);
const KEPT = new Set(['input', 'output']);

/**
 * Leaves of each contract its schemas: rules of access, examples and sentences for documents are the server's. What a
 * field is described by stands in the declarations.
 */
export function schemasAlone(): Plugin {
  return {
    name: 'schemas-alone',
    enforce: 'pre',
    transform: {
      filter: { id: /\.contract\.ts$/ },
      handler: (code, id) => {
        const source = ts.createSourceFile(id, code, ts.ScriptTarget.Latest, true);
        const { transformed } = ts.transform(source, [trimming]);
        return {
          code: ts.createPrinter({ removeComments: true }).printFile(transformed[0] ?? source),
          map: null,
        };
      },
    },
  };
}

const trimming: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const visit: ts.Visitor = (node) => {
    if (describesSchema(node)) return ts.visitNode(node.expression.expression, visit);
    if (!declaresProcedure(node)) return ts.visitEachChild(node, visit, context);
    const [definition] = node.arguments;
    const kept = definition.properties.filter(({ name }) => name && KEPT.has(name.getText()));
    const lean = ts.factory.updateObjectLiteralExpression(definition, kept);
    return ts.factory.updateCallExpression(node, node.expression, node.typeArguments, [
      ts.visitEachChild(lean, visit, context),
    ]);
  };
  return ts.visitEachChild(file, visit, context);
};

type Declaration = ts.CallExpression & { readonly arguments: readonly [ts.ObjectLiteralExpression] };

function declaresProcedure(node: ts.Node): node is Declaration {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
  const [definition] = node.arguments;
  return (
    DECLARING.has(node.expression.text) &&
    definition !== undefined &&
    ts.isObjectLiteralExpression(definition)
  );
}

type Description = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

function describesSchema(node: ts.Node): node is Description {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'describe'
  );
}
