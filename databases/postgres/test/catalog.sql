-- What an extension put into the catalog, a line for each fact, by names alone: two installations are alike when this is.
WITH member AS (
  SELECT classid, objid FROM pg_depend
  WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
    AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid')
), fact AS (
  SELECT 'member ' || pg_describe_object(classid, objid, 0) AS line FROM member
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure || ': ' ||
    CASE p.prokind WHEN 'a' THEN 'aggregate' ELSE pg_get_functiondef(p.oid) END ||
    concat_ws(' ', '', p.proleakproof, p.provolatile, p.proparallel, p.proisstrict, p.proretset, p.procost, p.prorows,
      p.prosupport, p.prorettype::regtype, p.proacl)
  FROM member JOIN pg_proc p ON classid = 'pg_proc'::regclass AND p.oid = objid
  UNION ALL
  SELECT 'aggregate ' || aggfnoid::regprocedure || concat_ws(' ', '', aggtransfn, aggfinalfn, aggcombinefn, aggsortop::regoperator,
    aggtranstype::regtype, agginitval)
  FROM member JOIN pg_aggregate ON classid = 'pg_proc'::regclass AND aggfnoid = objid
  UNION ALL
  SELECT 'type ' || t.oid::regtype || concat_ws(' ', '', typlen, typbyval, typtype, typcategory, typispreferred, typdelim, typinput,
    typoutput, typreceive, typsend, typmodin, typmodout, typanalyze, typalign, typstorage, typcollation, typdefault,
    typarray::regtype, typelem::regtype, typacl)
  FROM member JOIN pg_type t ON classid = 'pg_type'::regclass AND t.oid = objid
  UNION ALL
  SELECT 'operator ' || o.oid::regoperator || concat_ws(' ', '', oprcanmerge, oprcanhash, oprresult::regtype, oprcom::regoperator,
    oprnegate::regoperator, oprcode, oprrest, oprjoin)
  FROM member JOIN pg_operator o ON classid = 'pg_operator'::regclass AND o.oid = objid
  UNION ALL
  SELECT 'cast ' || castsource::regtype || concat_ws(' ', '', casttarget::regtype, castfunc::regprocedure, castcontext, castmethod)
  FROM member JOIN pg_cast c ON classid = 'pg_cast'::regclass AND c.oid = objid
  UNION ALL
  SELECT 'operator class ' || opcname || concat_ws(' ', '', amname, opcintype::regtype, opcdefault, opckeytype::regtype, opfname)
  FROM member JOIN pg_opclass c ON classid = 'pg_opclass'::regclass AND c.oid = objid
    JOIN pg_am a ON a.oid = opcmethod JOIN pg_opfamily f ON f.oid = opcfamily
  UNION ALL
  SELECT 'family operator ' || opfname || concat_ws(' ', '', amname, amoplefttype::regtype, amoprighttype::regtype, amopstrategy,
    amoppurpose, amopopr::regoperator)
  FROM member JOIN pg_opfamily f ON classid = 'pg_opfamily'::regclass AND f.oid = objid
    JOIN pg_amop ON amopfamily = f.oid JOIN pg_am a ON a.oid = amopmethod
  UNION ALL
  SELECT 'family function ' || opfname || concat_ws(' ', '', amname, amproclefttype::regtype, amprocrighttype::regtype, amprocnum,
    amproc)
  FROM member JOIN pg_opfamily f ON classid = 'pg_opfamily'::regclass AND f.oid = objid
    JOIN pg_amproc ON amprocfamily = f.oid JOIN pg_am a ON a.oid = opfmethod
  UNION ALL
  SELECT 'comment ' || pg_describe_object(member.classid, member.objid, 0) || ': ' || description
  FROM member JOIN pg_description d ON d.classoid = classid AND d.objoid = objid AND d.objsubid = 0
  UNION ALL
  SELECT 'extension ' || concat_ws(' ', extversion, extrelocatable, extconfig, extcondition) FROM pg_extension WHERE extname = 'sortid'
)
SELECT line FROM fact ORDER BY line COLLATE "C";
